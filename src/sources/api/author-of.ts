import type { FastifyRequest } from 'fastify'
import type { Reader } from '../../db/queryable.ts'
import { actorOf } from '../../keys/actor-of.ts'
import type { SourceAuthor } from '../source.ts'

/** Returns who makes a request that changes sources: a program with a project key, or whoever is signed in. */
export async function authorOf(db: Reader, request: FastifyRequest): Promise<SourceAuthor> {
  const { keyId, user } = request
  const actor = await actorOf(db, request)
  if (keyId === null) return { creator: { kind: 'person', _id: user.user_id, name: user.name }, actor }
  return { creator: { kind: 'api_key', _id: keyId, name: actor.name }, actor }
}
