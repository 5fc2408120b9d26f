import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import type { ConfigHints } from '../../hints/publish-config.ts'
import { projectPath, ProjectParams } from '../../http/paths.ts'
import { lockEndpoint, selectEndpoint } from '../endpoints/endpoint-queries.ts'
import type { Endpoint, EndpointPlace } from '../endpoints/endpoint-queries.ts'

/** What the endpoints that change endpoints of webhooks need. */
export interface ChangeContext extends ConfigHints {
  db: Db
  clock: Clock
  newId: NewId
}

/** Keys need the scope, people the role. */
export const access = { scope: 'webhooks:manage', managedBy: 'admin' } as const

export const EndpointParams = ProjectParams.extend({
  endpoint_id: z.string().describe('Id of the endpoint of webhooks, one of this project.'),
})

export const DeliveryParams = EndpointParams.extend({
  delivery_id: z.string().describe('Id of the delivery: the `webhook-id` of its requests.'),
})

/** Returns the path of an endpoint of webhooks, and the tail. */
export function endpointPath(tail: string): string {
  return projectPath(`/webhook-endpoints/:endpoint_id${tail}`)
}

/** Returns the endpoint of the path, or refuses with 404. */
export async function findEndpoint(db: Db, place: EndpointPlace, now: Date): Promise<Endpoint> {
  const endpoint = isUuid(place.endpoint_id) ? await selectEndpoint(db, place, now) : null
  if (endpoint === null) throw refusals.recordNotFound('webhook_endpoint')
  return endpoint
}

/** Finds an endpoint as `findEndpoint` does, and locks it until the transaction ends. */
export async function findAndLock(
  transaction: Transaction,
  place: EndpointPlace,
  now: Date,
): Promise<Endpoint> {
  const endpoint = isUuid(place.endpoint_id) ? await lockEndpoint(transaction, place, now) : null
  if (endpoint === null) throw refusals.recordNotFound('webhook_endpoint')
  return endpoint
}
