import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refusals } from '../../base/refusals.ts'
import type { Reader } from '../../db/queryable.ts'
import { timestamp } from '../../http/timestamp.ts'
import { selectUser, themes } from '../queries.ts'
import { selectOwnSecondFactor } from '../second-factor-queries.ts'
import { isPlainHttp } from '../session-cookie.ts'
import type { Circumstances } from '../sign-in.ts'

/** A person as they see themselves. */
export const Me = z
  .object({
    _id: z.string(),
    email: z.string(),
    name: z.string(),
    is_operator: z.boolean().describe('An operator of the installation is an owner of every organization.'),
    language: z.string().nullable().describe('BCP 47; null: what the browser asks for.'),
    timezone: z.string().nullable().describe('IANA name; null: that of the browser.'),
    theme: z.enum(themes).nullable().describe('Null: what the system asks for.'),
    created_at: timestamp(),
    updated_at: timestamp(),
    second_factor: z
      .object({ since: timestamp(), recovery_codes_left: z.int().min(0) })
      .nullable()
      .describe('Null: signing in asks for the password alone.'),
    plain_http: z
      .boolean()
      .describe('Whether the service is reached over http from other machines, where others can read along.'),
  })
  .meta({ id: 'Me', description: 'The person who is signed in.' })

/** Returns a person as they see themselves. */
export async function readMe(
  { db, publicUrl }: { db: Reader; publicUrl: () => string },
  userId: string,
): Promise<z.infer<typeof Me>> {
  const [user, second_factor] = await Promise.all([selectUser(db, userId), selectOwnSecondFactor(db, userId)])
  if (user === null) throw refusals.signInNeeded()
  return { ...user, second_factor, plain_http: isPlainHttp(publicUrl()) }
}

/** Returns where a request comes from. */
export function circumstancesOf(request: FastifyRequest): Circumstances {
  const userAgent = request.headers['user-agent']?.slice(0, 300) ?? null
  return { address: request.ip, userAgent, requestId: request.id }
}
