import { z } from 'zod'

const word = (description: string) => z.string().nullable().describe(description)

/** The schema of a check's result (`CheckResult`). */
export const SenderCheck = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('found'),
      status: word(
        '`CONNECTED` if it can send; else `PENDING`, `FLAGGED`, `RESTRICTED`, `BANNED` and others.',
      ),
      quality: word('`GREEN`, `YELLOW`, `RED` or `UNKNOWN`.'),
      verified_name: word('The name that people see.'),
      name_status: word('Whether WhatsApp has approved the name.'),
      throughput: word('`STANDARD` (80 messages a second) or `HIGH` (1,000).'),
      messaging_limit: word('How many people a day may be written to first, such as `TIER_10K`.'),
      health: word('`AVAILABLE`, `LIMITED` or `BLOCKED`: the number, its account and its business together.'),
    }),
    z.object({ kind: z.literal('refused'), code: z.string(), reason: z.string() }),
    z.object({ kind: z.literal('unavailable'), code: z.string().nullable(), reason: z.string() }),
  ])
  .meta({ id: 'SenderCheck', description: "WhatsApp's answer about a number, in WhatsApp's words." })
