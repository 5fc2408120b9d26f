import { z } from 'zod'
import { openingSources } from './preview-callee.ts'

const instant = () => z.string().meta({ format: 'date-time' })

/** The fields of `CalleeOpening` in answers. */
export const openingFields = {
  phone_number: z.string().describe('E.164.'),
  at: instant().describe('The instant that is asked about.'),
  is_open: z.boolean().describe('Whether the hours are open in all of `zones`.'),
  opens_at: instant()
    .nullable()
    .describe('When they are open next in all zones at once; null if they are now, or not within 14 days.'),
  closes_at: instant().nullable().describe('Null if they are closed, or don’t close within 10 days.'),
  held_by: z.string().nullable().describe('The zone that opens last; null if all are open.'),
  source: z
    .enum(openingSources)
    .describe(
      'Where the zones are known from: `timezone` of the request, the property `timezone` of the profile, the first digits of the number, or its country. `campaign`: the hours don’t hold where the callee is.',
    ),
  sentence: z.string().describe('The same in a sentence.'),
  zones: z
    .array(
      z.object({
        timezone: z.string().describe('IANA name.'),
        local: z.string().describe('The local date and time there.'),
        is_open: z.boolean(),
        opens_at: instant().nullable(),
        closes_at: instant().nullable(),
      }),
    )
    .describe('Where the callee may be, and the campaign’s own zone if its hours hold there too.'),
}
