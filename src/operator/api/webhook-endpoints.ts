import { configuredEndpoints } from '../manage/configured-endpoints.ts'

/** The endpoints of the project API that list, make, read and change endpoints of webhooks. */
export const webhookEndpointRecords = configuredEndpoints('webhook_endpoints', {
  scope: 'webhooks:manage',
  list: { operationId: 'listWebhookEndpoints' },
  get: { operationId: 'getWebhookEndpoint' },
  create: { operationId: 'createWebhookEndpoint' },
  update: { operationId: 'updateWebhookEndpoint' },
})
