import { z } from 'zod'
import { hasLostDigits, tooManyDigits } from '../../base/number-digits.ts'
import { parseByChosenSchema } from './chosen-schema.ts'
import { LocationPayload } from './simple-payloads.ts'
import { countCharacters } from './text.ts'

const variablesMax = 100
const nameCharactersMax = 100
const valueCharactersMax = 4_096

/** The location in a template's header; latitude and longitude in degrees. */
export type HeaderLocation = z.output<typeof LocationPayload>

/** The values of the template's variables by name. Only `header_location` is an object. */
export type TemplateData = Readonly<Record<string, string | number | HeaderLocation>>

/**
 * The `data` of a template send. `fillTemplate` checks names and values against the template, once it is known.
 */
export const TemplateData = z
  .looseObject({}, 'must be an object of the template variables and their values')
  .superRefine((data, context) => {
    const entries = Object.entries(data)
    if (entries.length > variablesMax)
      context.addIssue({ code: 'custom', message: `must have at most ${variablesMax} variables` })
    for (const [name, value] of entries.slice(0, variablesMax)) {
      const path = [name.slice(0, nameCharactersMax)]
      if (name === 'header_location' && typeof value === 'object') {
        parseByChosenSchema(context, LocationPayload, value, path)
        continue
      }
      const message = name.length > nameCharactersMax ? 'the name is too long' : valueFault(name, value)
      if (message !== null) context.addIssue({ code: 'custom', path, message })
    }
  })
  // After the check above, the values are strings, numbers and a location.
  .transform((data) => data as TemplateData)
  .meta({
    jsonSchema: {
      type: 'object',
      properties: {
        header_media_url: {
          type: 'string',
          format: 'uri',
          description: 'A public HTTPS URL, for a template with a media header.',
        },
        header_location: {
          type: 'object',
          properties: {
            latitude: { type: 'number', minimum: -90, maximum: 90 },
            longitude: { type: 'number', minimum: -180, maximum: 180 },
            name: { type: 'string' },
            address: { type: 'string' },
          },
          required: ['latitude', 'longitude'],
          additionalProperties: false,
          description: 'Fills the header of a template with a location.',
        },
      },
      additionalProperties: { type: ['string', 'number'], maxLength: valueCharactersMax },
      maxProperties: variablesMax,
      description: "Values of the attached template's variables; its keys must be those variables exactly.",
    },
  })

function valueFault(name: string, value: unknown): string | null {
  if (typeof value === 'string')
    return countCharacters(value) > valueCharactersMax
      ? `is longer than ${valueCharactersMax} characters`
      : null
  if (name === 'header_media_url') return 'must be the URL of the media, a string'
  if (typeof value !== 'number') return 'must be a string or a number'
  return hasLostDigits(value) ? tooManyDigits : null
}
