import { z } from 'zod'

const Count = z.int().min(0)

/** How many messages have each status. */
export const StatusCounts = z
  .object({
    total: Count,
    processing: Count,
    unresolved: Count,
    sent: Count,
    delivered: Count,
    read: Count,
    failed: Count,
  })
  .meta({ id: 'MessageCounts', description: 'How many messages have each status.' })

const Piece = z.object({
  text: z.string(),
  variable: z.string().nullable().describe('The variable whose value it is; null for fixed words.'),
})

export const Preview = z
  .object({
    header: z.array(Piece),
    body: z.array(Piece),
    footer: z.string().nullable(),
    buttons: z.array(z.string()),
  })
  .meta({ id: 'MessagePreview', description: 'What the recipient sees on the phone.' })
