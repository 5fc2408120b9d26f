import { z } from 'zod'
import { isLanguageTag } from '../../base/language-tag.ts'
import { isTimeZone } from '../../base/time-zone.ts'
import { passwordBytesMax } from '../password.ts'

const emailExpected = 'must be an e-mail address, such as ada@example.com'

/** An address to sign in with, without blanks at its ends. */
export const Email = z
  .string(emailExpected)
  .trim()
  .max(254, 'must have at most 254 characters')
  .regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u, emailExpected)

/** The name of a person or token, without blanks at its ends. */
export const PlainName = z
  .string('must be text')
  .trim()
  .min(1, 'must have at least one character')
  .max(200, 'must have at most 200 characters')
  .regex(/^\P{Cc}*$/u, 'must be one line without control characters')

/** A password that is given. How easy a new one may be is checked where it is set. */
export const GivenPassword = z
  .string('must be text')
  .min(1, 'must not be empty')
  .max(passwordBytesMax, `must have at most ${passwordBytesMax} bytes`)

/** A code of an authenticator app, or a recovery code; blanks and hyphens in it do not count. */
export const SecondFactorCode = z
  .string('must be text')
  .max(40, 'must be the six digits of the app, or a recovery code')

/** The secret of a link, from its fragment. */
export const LinkToken = z.string('must be text').max(200, 'must be the end of a link, after #')

export const TimeZone = z
  .string('must be text')
  .refine(isTimeZone, 'must be an IANA time zone such as Europe/Berlin')

export const Language = z
  .string('must be text')
  .max(35, 'must have at most 35 characters')
  .refine(isLanguageTag, 'must be a BCP 47 language tag such as en or pt-BR')

const projectsMax = 100

/** The projects that a role is for. */
export const ProjectIds = z
  .array(z.string('must be an id'), 'must be a list of ids')
  .min(1, 'must name a project; null means all')
  .max(projectsMax, `must name at most ${projectsMax} projects`)
  .transform((ids) => [...new Set(ids)])
  .nullable()
  .meta({
    description: 'The projects that the role is for; null: all of the organization.',
    jsonSchema: { type: ['array', 'null'], items: { type: 'string' }, minItems: 1, maxItems: projectsMax },
  })

/** Codes for the day when the app is lost. */
export const RecoveryCodes = z
  .object({
    recovery_codes: z
      .array(z.string())
      .describe('Each is good once, in the place of a code of the app. They are shown this once.'),
  })
  .meta({ id: 'RecoveryCodes' })
