import { z } from 'zod'

export const Finding = z
  .object({
    check: z.string(),
    status: z.enum(['ok', 'warn', 'fail']),
    message: z.string(),
    mend: z.string().nullable().describe('What to do; null where there is nothing to do.'),
  })
  .meta({ id: 'Finding', description: 'The result of a check, as `switchboard doctor` prints it.' })
