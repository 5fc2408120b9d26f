import { z } from 'zod'
import { Profile } from '../api/shown-profile.ts'
import { limitReasons, limitedActions } from '../limits.ts'

export const PersonLimit = z
  .object({
    action: z.enum(limitedActions),
    reason: z
      .enum(limitReasons)
      .describe(
        '`number_hidden`: WhatsApp hides the number. `no_number`, `no_address`: none is known. `do_not_call`: all numbers are on the do-not-call list.',
      ),
  })
  .meta({ id: 'PersonLimit', description: 'What can not be done for a person, and why.' })

export const PersonCalled = Profile.extend({
  username: z.string().nullable().describe('The name that the person has chosen on WhatsApp.'),
  limits: z.array(PersonLimit),
}).meta({ id: 'PersonCalled', description: 'A person of the project, with what can not be done for them.' })
