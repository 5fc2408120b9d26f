import { WebhookDeliveryPage } from './webhook/delivery.tsx'
import { EditWebhookPage, NewWebhookPage } from './webhook/edit.tsx'
import { WebhookPage } from './webhook/endpoint.tsx'
import { WebhooksPage } from './webhook/list.tsx'

// These come as one file: whoever looks at one looks at the others, and most of their parts are the same.
export { EditWebhookPage, NewWebhookPage, WebhookDeliveryPage, WebhookPage, WebhooksPage }
