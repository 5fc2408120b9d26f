import type { FastifyRequest } from 'fastify'
import type { Actor } from '../audit/record-change.ts'
import type { Reader } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'

/** Returns who makes a request that changes people: a program with a project key, or whoever is signed in. */
export async function actorOf(db: Reader, { params, keyId, user, id }: FastifyRequest): Promise<Actor> {
  if (keyId === null) return user.actor
  const { organization_id } = params as { organization_id: string }
  const [key] = await db.query<{ name: string }>(sql`
    select name from api_keys where organization_id = ${organization_id} and _id = ${keyId}`)
  return { kind: 'key', id: keyId, name: key?.name ?? 'an API key', via: 'api', requestId: id }
}
