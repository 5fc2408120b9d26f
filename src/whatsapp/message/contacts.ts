import { z } from 'zod'
import { textUpTo } from './text.ts'

/** Meta's OpenAPI document allows 5, its pages allow 257. The lower bound satisfies both. */
const contactsMax = 5
/** Meta publishes no bounds for these. A contact card can show this much. */
const fieldCharactersMax = 1_000
const listItemsMax = 20

const field = textUpTo(fieldCharactersMax)

function listOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(item, 'must be a list')
    .max(listItemsMax, `must have at most ${listItemsMax} items`)
    .optional()
}

const nameParts = ['first_name', 'middle_name', 'last_name', 'prefix', 'suffix'] as const

const record = <Shape extends z.core.$ZodShape>(shape: Shape) => z.looseObject(shape, 'must be an object')

/**
 * A contact card in Meta's format. Documented members are checked; other members are passed on unchanged (Rule 52).
 * Meta's older pages require a part of the name beside `formatted_name`. Its newer pages do not withdraw that
 * requirement.
 */
const Contact = record({
  name: record({
    formatted_name: field.describe('The whole name, as shown.'),
    first_name: field.optional(),
    middle_name: field.optional(),
    last_name: field.optional(),
    prefix: field.optional(),
    suffix: field.optional(),
  }).refine(
    (name) => nameParts.some((part) => name[part] !== undefined),
    `must have a part of the name beside formatted_name, such as first_name`,
  ),
  phones: listOf(
    record({
      phone: field,
      type: field.optional().describe('A word such as `Mobile`.'),
      wa_id: field.optional(),
    }),
  ),
  emails: listOf(record({ email: field, type: field.optional() })),
  urls: listOf(record({ url: field, type: field.optional() })),
  addresses: listOf(z.record(z.string(), z.unknown(), 'must be an object')),
  org: z.record(z.string(), z.unknown(), 'must be an object').optional(),
  birthday: z.iso.date('must be a date such as 1999-01-23').optional(),
})

export const ContactsPayload = z.strictObject(
  {
    contacts: z
      .array(Contact, 'must be a list')
      .min(1, 'must have at least one contact')
      .max(contactsMax, `must have at most ${contactsMax} contacts`),
  },
  'must be an object',
)
