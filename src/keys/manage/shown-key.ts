import { z } from 'zod'
import { ProjectParams } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { scopes } from '../api-key.ts'
import type { ProjectKey } from '../queries.ts'

export const KeyParams = ProjectParams.extend({
  api_key_id: z.string().describe('Id of the key, one of this project.'),
})

const keyStatuses = ['active', 'ending', 'ended', 'revoked'] as const

const keyFields = {
  _id: z.string(),
  name: z.string(),
  prefix: z.string().describe('What people recognize it by.'),
  scopes: z.array(z.enum(scopes)).describe('What it may do beyond reading.'),
  rate: z
    .union([
      z.literal('none'),
      z.object({
        requests_per_second: z.int(),
        burst: z.int().describe('Requests at once, after a pause.'),
        writes_per_second: z.int().describe('Requests that make a call, a send or a source.'),
        write_burst: z.int(),
      }),
    ])
    .describe('How many requests it may make. `none`: there is no limit.'),
  status: z.enum(keyStatuses).describe('`ending`: it was replaced and works until `ends_at`.'),
  revision: z.int().min(1),
  created_at: timestamp(),
  made_by: z.string().nullable().describe('Null: from before this was kept.'),
  last_used_at: timestamp().nullable().describe('Exact to the minute; null: never, since this is kept.'),
  ends_at: timestamp().nullable(),
  revoked_at: timestamp().nullable(),
}

export const ApiKey = z.object(keyFields).meta({ id: 'ApiKey', description: 'A key, without its value.' })

export const MadeApiKey = z
  .object({
    ...keyFields,
    key: z.string().describe('Its value, which is shown this once and stored nowhere.'),
  })
  .meta({ id: 'MadeApiKey' })

/** Returns a key as the management API shows it. */
export function shownKey(key: ProjectKey, now: Date): z.infer<typeof ApiKey> {
  const { _id, name, prefix, revision, created_at, made_by, last_used_at, ends_at, revoked_at } = key
  const granted = scopes.filter((scope) => key.scopes.includes(scope))
  const times = { created_at, made_by, last_used_at, ends_at, revoked_at }
  const rate = key.rate ?? ('none' as const)
  return { _id, name, prefix, scopes: granted, rate, status: statusOf(key, now), revision, ...times }
}

function statusOf(
  { ends_at, revoked_at }: Pick<ProjectKey, 'ends_at' | 'revoked_at'>,
  now: Date,
): (typeof keyStatuses)[number] {
  if (revoked_at !== null) return 'revoked'
  if (ends_at === null) return 'active'
  return Date.parse(ends_at) > now.getTime() ? 'ending' : 'ended'
}
