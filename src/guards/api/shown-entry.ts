import { z } from 'zod'
import { timestamp } from '../../http/timestamp.ts'
import { doNotCallSources } from '../do-not-call/entry.ts'

/** An entry of the do-not-call list in an answer. */
export const DoNotCallEntry = z
  .object({
    _id: z.string(),
    number: z.string().nullable().describe('E.164; null once its person was erased.'),
    since: timestamp(),
    source: z
      .enum(doNotCallSources)
      .describe(
        '`voice`, `keys`: said or pressed on a call; `whatsapp`: a STOP; `api`, `dashboard`, `cli`, `import`: somebody here.',
      ),
    why: z.string().nullable(),
    added_by: z.string().nullable().describe('Who added it; null: the person who was called or wrote.'),
    project_id: z.string().nullable().describe('The project of the call or chat; null: none.'),
    until: timestamp().nullable().describe('When it counts no more; null: it has no end.'),
    ended_at: timestamp().nullable(),
    ended_by: z.string().nullable().describe('Null where its time ran out.'),
    ended_why: z.string().nullable(),
  })
  .meta({ id: 'DoNotCallEntry', description: 'A number that nobody of the organization may call.' })
