import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Db } from '../../../src/db/database.ts'
import { sql } from '../../../src/db/sql.ts'
import type { Declared } from '../declarations.ts'
import { eventually, startService } from '../service.ts'
import type { Service, ServiceOptions } from '../service.ts'
import type { Tenant } from './events.ts'

export interface DeliveryRow {
  event_id: string
  state: string
  tries: number
  failures: number
  due_at: string
  resent: boolean
}

export interface AttemptRow {
  n: number
  at: string
  status: number | null
  answer: string | null
  reason: string | null
}

/** A service whose project has endpoints of webhooks. */
export interface WebhookWorld extends AsyncDisposable {
  service: Service
  db: Db
  tenant: Tenant
  /** Declares an endpoint, by default of all types of calls, and returns its id. */
  addEndpoint: (endpoint: { url: string } & Record<string, unknown>) => Promise<string>
  removeEndpoints: () => Promise<void>
  /** Waits until a delivery has the state, and returns it. */
  deliveryIn: (endpointId: string, eventId: string, state: string, failures?: number) => Promise<DeliveryRow>
  attemptsOf: (endpointId: string, eventId: string) => Promise<AttemptRow[]>
  /** The path of an endpoint in the project API, and the tail. */
  path: (endpointId: string, tail?: string) => string
  /** Makes what waits for a later try due, but what waits longer than `beyondMs`. */
  letTimePass: (endpointId: string, beyondMs?: number) => Promise<void>
  /**
   * Makes what has failed due, and nothing else. It leaves out what a worker has locked, since a worker locks in
   * another order.
   */
  letFailedPass: (endpointId: string, change?: { failures: number }) => Promise<void>
}

export async function createWebhookWorld(
  hosts: readonly string[],
  options: ServiceOptions = {},
  declared: Declared = {},
): Promise<WebhookWorld> {
  const service = await startService(declared, { crawlPrivateHosts: hosts, ...options })
  const { db } = service.context
  const tenant = { organization_id: service.organizationId, project_id: service.projectId }
  return {
    service,
    db,
    tenant,
    addEndpoint: async (endpoint) => {
      const webhook_endpoints = [{ name: `endpoint ${randomUUID()}`, types: ['call.*'], ...endpoint }]
      const projects = [{ name: 'Renewals', default_country: 'US', webhook_endpoints }]
      const tree = await service.apply({ organizations: [{ name: 'Acme', projects }] })
      const _id = tree.organizations[0]?.projects[0]?.webhook_endpoints[0]?._id
      assert.ok(_id)
      return _id
    },
    removeEndpoints: async () => {
      await db.write(sql`update webhook_endpoints set removed_at = now() where removed_at is null`)
      await db.write(sql`delete from webhook_deliveries`)
    },
    deliveryIn: (endpointId, eventId, state, failures = 0) =>
      eventually(`a delivery ${state}`, async () => {
        const [row] = await db.query<DeliveryRow>(sql`
          select event_id, state, tries, failures, due_at, resent from webhook_deliveries
          where endpoint_id = ${endpointId} and event_id = ${eventId}`)
        return row?.state === state && row.failures >= failures ? row : null
      }),
    attemptsOf: (endpointId, eventId) =>
      db.query<AttemptRow>(sql`
        select n, at, status, answer, reason from webhook_attempts
        where endpoint_id = ${endpointId} and event_id = ${eventId} order by n`),
    path: (endpointId, tail = '') =>
      `/organizations/${tenant.organization_id}/projects/${tenant.project_id}/webhook-endpoints/${endpointId}${tail}`,
    letTimePass: async (endpointId, beyondMs = 0) => {
      await db.write(sql`
        update webhook_deliveries set due_at = now() + ${beyondMs}::float8 * interval '1 millisecond'
        where endpoint_id = ${endpointId} and state = 'waiting'`)
    },
    letFailedPass: async (endpointId, change) => {
      await db.write(sql`
        update webhook_deliveries set due_at = now(), failures = coalesce(${change?.failures}::integer, least(failures, 3))
        where state = 'waiting' and failures > 0 and ctid = any(array(
          select ctid from webhook_deliveries
          where endpoint_id = ${endpointId} and state = 'waiting' and failures > 0 for update skip locked))`)
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}
