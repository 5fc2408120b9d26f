import type { FastifyRequest } from 'fastify'
import type { Actor } from '../audit/record-change.ts'
import type { Reader } from '../db/queryable.ts'
import { selectKeyName } from './queries.ts'

/** Returns who makes a request with a project key. */
export async function actorOfKey(db: Reader, { keyId, id, params }: FastifyRequest): Promise<Actor> {
  if (keyId === null) throw new Error('the request was made without a key')
  const { organization_id } = params as { organization_id: string } // Every path of the project API has it.
  const name = await selectKeyName(db, organization_id, keyId)
  return { kind: 'key', id: keyId, name, via: 'api', requestId: id }
}
