import type { FastifyRequest } from 'fastify'
import type { Reader } from '../../db/queryable.ts'
import { selectKeyName } from '../added-queries.ts'
import type { SourceAuthor } from '../source.ts'

/** Returns who makes a request that changes sources: a program with a project key, or whoever is signed in. */
export async function authorOf(
  db: Reader,
  { params, keyId, user, id }: FastifyRequest,
): Promise<SourceAuthor> {
  if (keyId === null)
    return { creator: { kind: 'person', _id: user.user_id, name: user.name }, actor: user.actor }
  const { organization_id } = params as { organization_id: string }
  const name = await selectKeyName(db, organization_id, keyId)
  return {
    creator: { kind: 'api_key', _id: keyId, name },
    actor: { kind: 'key', id: keyId, name, via: 'api', requestId: id },
  }
}
