import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../audit/record-change.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'

/** Returns who makes a request, for the audit: a program with a project key, or whoever is signed in. */
export async function actorOf(db: Db, { params, keyId, user, id }: FastifyRequest): Promise<Actor> {
  if (keyId === null) return user.actor
  const { organization_id } = params as { organization_id: string }
  const [key] = await db.query<{ name: string }>(sql`
    select name from api_keys where organization_id = ${organization_id} and _id = ${keyId}`)
  return { kind: 'key', id: keyId, name: key?.name ?? '', via: 'api', requestId: id }
}
