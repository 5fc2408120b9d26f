import { z } from 'zod'
import { isUuid } from '../../base/ids.ts'
import { expecting } from '../../http/list-query.ts'
import { timestamp } from '../../http/timestamp.ts'
import { chatSplits, voiceSplits } from '../series-queries.ts'
import { bucketSizes } from '../zone-buckets.ts'

const day = (description: string) =>
  z.string(expecting('must be a day, such as 2026-11-23')).max(40).optional().describe(description)

const SpanQuery = z.object({
  from: day('The first day, in the time zone.'),
  to: day('The last day, included.'),
  last: z
    .string(expecting('must be a number of days or months, such as 30d or 12m'))
    .regex(/^[1-9]\d{0,3}[dm]$/, 'must be a number of days or months, such as 30d or 12m')
    .optional()
    .describe(
      'Stands in place of both: the last days, today included (`30d`), or this month and those before (`12m`).',
    ),
  by: z
    .enum(bucketSizes, expecting('must be day, week or month'))
    .optional()
    .describe(
      'Weeks begin on Monday. By day at most 93 days, by week 400, by month 1,860. Left out: the smallest that fits.',
    ),
  timezone: z
    .string(expecting('must be a zone of the IANA database, such as America/New_York'))
    .min(1, 'must not be empty')
    .max(100, 'must have at most 100 characters')
    .optional()
    .describe('The project’s where it is left out.'),
})

export const VoiceSeriesQuery = SpanQuery.extend({
  split: z
    .enum(voiceSplits, expecting('must be campaign or outcome'))
    .optional()
    .describe('Splits the figures; by campaign, into the six with the most calls and the others together.'),
  campaign_id: z
    .string(expecting('must be the id of a campaign'))
    .refine(isUuid, 'must be the id of a campaign')
    .optional()
    .describe('The calls of one campaign alone.'),
})

export const ChatSeriesQuery = SpanQuery.extend({
  split: z
    .enum(chatSplits, expecting('must be channel or status'))
    .optional()
    .describe('Splits the figures; by status only `sends` are split.'),
})

const count = z.int().min(0)

const voiceFigures = {
  calls: count.describe('Calls that were dialed or came in.'),
  answered: count.describe('Those of them that are `live` or `completed`.'),
  answer_rate: z.number().nullable().describe('`answered` of `calls`, from 0 to 1; null without calls.'),
  talk_seconds: z.number().min(0),
}

const chatFigures = {
  chats: count.describe('Chats that began.'),
  messages_in: count,
  messages_out: count,
  leads: count.describe('Channel identities first seen.'),
  tickets: count.describe('Tickets that were opened, those of calls included.'),
  sends: count.describe('Messages that broadcasts sent, whatever their status is now.'),
}

const place = {
  from: z.string().describe('The first day.'),
  to: z.string().describe('The last day, included.'),
  starts_at: timestamp(),
  ends_at: timestamp().describe('Excluded.'),
}

function seriesOf<Figures extends z.ZodRawShape>(figures: Figures, named: z.ZodRawShape) {
  const Figures = z.object(figures)
  const whole = {
    timezone: z.string(),
    by: z.enum(bucketSizes),
    from: z.string(),
    to: z.string(),
    at: timestamp().describe('When it was counted.'),
    points: z.array(
      z.object({
        ...place,
        is_over: z.boolean().describe('False while more can be added.'),
        ...figures,
        before: z.object({ ...place, ...figures }).describe('The counterpart in the span before.'),
        parts: z
          .array(z.object({ key: z.string(), ...figures }))
          .optional()
          .describe('In the order of `parts` below; empty without a split.'),
      }),
    ),
    parts: z.array(z.object({ key: z.string(), ...named, ...figures })),
    totals: Figures,
    totals_before: Figures,
    finished: z
      .object({ points: z.int(), totals: Figures, totals_before: Figures })
      .describe('The sums of the points that are over, beside their counterparts: these can be compared.'),
  }
  return z.object(whole)
}

export const VoiceSeriesSchema = seriesOf(voiceFigures, {
  name: z.string().nullable().describe('The campaign’s name.'),
}).meta({ id: 'VoiceSeries', description: 'Calls of a span of days, beside the span before.' })

export const ChatSeriesSchema = seriesOf(chatFigures, {}).meta({
  id: 'ChatSeries',
  description: 'What happened in the chats of a span of days, beside the span before.',
})
