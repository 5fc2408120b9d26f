import type { FastifyRequest } from 'fastify'
import type { Actor } from '../audit/record-change.ts'
import type { Reader } from '../db/queryable.ts'
import { selectKeyName } from './queries.ts'

/** Returns who makes a request, for the audit: a program with a project key, or whoever is signed in. */
export async function actorOf(db: Reader, { keyId, user, id, params }: FastifyRequest): Promise<Actor> {
  if (keyId === null) return user.actor
  const { organization_id } = params as { organization_id: string } // Every path of the project API has it.
  const name = await selectKeyName(db, organization_id, keyId)
  return { kind: 'key', id: keyId, name, via: 'api', requestId: id }
}
