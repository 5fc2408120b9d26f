import { z } from 'zod'
import { hasLostDigits, tooManyDigits } from '../../base/number-digits.ts'
import { isStorable, unstorable } from '../../base/storable-text.ts'

const variablesMax = 100
const nameCharactersMax = 64
const valueCharactersMax = 4_096
const own = new Set(['phone_number', 'name', 'email'])

/** The values that a script or workflow can use as `{{ customer.… }}`. */
export type Customer = Record<string, string | number | boolean>

const text = (name: string) =>
  z.string({
    error: ({ input }) => (input === undefined ? undefined : `must be a string, such as a ${name}`),
  })

/**
 * The body of both call endpoints: whom to call, and further variables of the script (Rules 19 and 49).
 * The number is checked later, with the project's country.
 */
export const CustomerBody = z
  .looseObject(
    {
      phone_number: text('number in E.164')
        .describe('Destination; E.164 preferred.')
        .meta({ examples: ['+14155550123'] }),
      name: text('name').optional().describe('Available as `{{ customer.name }}`.'),
      email: text('mail address').optional().describe('Available as `{{ customer.email }}`.'),
    },
    'The body must be a JSON object that describes the customer, such as {"phone_number":"+14155550123"}',
  )
  .superRefine((body, context) => {
    for (const [name, value] of Object.entries(body)) {
      const fault = faultOf(name, value)
      if (fault !== null)
        context.addIssue({ code: 'custom', path: [name.slice(0, nameCharactersMax)], message: fault })
    }
    const count = Object.keys(body).filter((name) => !own.has(name)).length
    if (count > variablesMax)
      context.addIssue({
        code: 'custom',
        message: `at most ${variablesMax} customer variables are allowed, there are ${count}`,
      })
  })
  .transform((body) => body as Customer & { phone_number: string })
  .meta({
    id: 'Customer',
    description:
      'The customer to call. Every further key is available to the script and workflow as `{{ customer.<key> }}`.',
    jsonSchema: {
      type: 'object',
      properties: {
        phone_number: {
          type: 'string',
          description: 'Destination; E.164 preferred.',
          examples: ['+14155550123'],
        },
        name: {
          type: 'string',
          maxLength: valueCharactersMax,
          description: 'Available as `{{ customer.name }}`.',
        },
        email: {
          type: 'string',
          maxLength: valueCharactersMax,
          description: 'Available as `{{ customer.email }}`.',
        },
      },
      required: ['phone_number'],
      additionalProperties: { type: ['string', 'number', 'boolean'], maxLength: valueCharactersMax },
      propertyNames: { type: 'string', maxLength: nameCharactersMax },
      maxProperties: variablesMax + own.size,
    },
  })

function faultOf(name: string, value: unknown): string | null {
  if (!isStorable(name)) return `the name ${unstorable}`
  if (isLonger(name, nameCharactersMax)) return `the name is longer than ${nameCharactersMax} characters`
  if (typeof value === 'boolean') return null
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return 'is not a finite number'
    return hasLostDigits(value) ? tooManyDigits : null
  }
  if (typeof value !== 'string')
    return own.has(name) ? null : 'must be a string, number or boolean, not nested or null'
  if (!isStorable(value)) return unstorable
  return isLonger(value, valueCharactersMax) ? `is longer than ${valueCharactersMax} characters` : null
}

/** Returns whether the text has more characters; a surrogate pair counts as one. */
function isLonger(text: string, charactersMax: number): boolean {
  return (
    text.length > charactersMax &&
    (text.length > 2 * charactersMax || Array.from(text).length > charactersMax)
  )
}
