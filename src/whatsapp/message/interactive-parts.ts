import { z } from 'zod'
import { PublicLink } from './public-link.ts'
import { textUpTo } from './text.ts'

const bodyCharactersMax = 1_024
const headerCharactersMax = 60
const footerCharactersMax = 60
export const sectionsMax = 10
export const sectionTitleCharactersMax = 24
export const productsMax = 30
export const productIdCharactersMax = 100

/** Returns the schema of an object in Meta's format: members that it does not name are passed on (Rule 52). */
export function provided<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.looseObject(shape, 'must be an object')
}

/** @param what the plural noun for the items, for faults. */
export function listOf<Item extends z.ZodType>(item: Item, what: string, min: number, max: number) {
  const bounds = `must have ${min} to ${max} ${what}`
  return z.array(item, 'must be a list').min(min, bounds).max(max, bounds)
}

/** Returns the schema of a constant that Meta requires, such as the name of an action. */
export function exactly<Value extends string>(value: Value) {
  return z.literal(value, `must be ${JSON.stringify(value)}`)
}

const body = { text: textUpTo(bodyCharactersMax) }
const footer = { text: textUpTo(footerCharactersMax) }
const textHeader = {
  type: z.literal('text', 'must be "text"').describe('A text header, no media.'),
  text: textUpTo(headerCharactersMax),
}

// The Known… schemas refuse unknown members; the others pass them on.
export const KnownBody = z.strictObject(body, 'must be an object')
export const KnownFooter = z.strictObject(footer, 'must be an object')
export const KnownTextHeader = z.strictObject(textHeader, 'must be an object')
export const Body = provided(body)
export const Footer = provided(footer)
export const TextHeader = provided(textHeader)

const HeaderMedia = provided({
  id: textUpTo(256).optional(),
  link: PublicLink.optional(),
}).refine(({ id, link }) => (id === undefined) !== (link === undefined), 'must have either an id or a link')

export const Header = z.discriminatedUnion(
  'type',
  [
    TextHeader,
    provided({ type: z.literal('image'), image: HeaderMedia }),
    provided({ type: z.literal('video'), video: HeaderMedia }),
    provided({ type: z.literal('document'), document: HeaderMedia }),
  ],
  { error: ({ code }) => (code === 'invalid_union' ? headerTypes : 'must be an object') },
)

const headerTypes = 'must be text, image, video or document'

/** Returns the schema of a member that this kind of message can not have. */
export function absent(message: string) {
  return z.undefined(message).optional()
}

interface Section {
  title?: string | undefined
}

/**
 * Returns a check of all sections together. Each of several sections needs a title, and Meta's bound applies to the
 * items of all sections together.
 *
 * @param what the plural noun for the items, for faults.
 */
export function checkSections<OneSection extends Section>(
  itemsOf: (section: OneSection) => readonly unknown[],
  what: string,
  itemsMax: number,
) {
  return (sections: readonly OneSection[], context: z.core.$RefinementCtx): void => {
    for (const [index, { title }] of sections.entries())
      if (sections.length > 1 && title === undefined)
        context.addIssue({
          code: 'custom',
          path: [index, 'title'],
          message: 'is required where there is more than one section',
        })
    const items = sections.flatMap(itemsOf).length
    if (items > itemsMax)
      context.addIssue({
        code: 'custom',
        message: `must have at most ${itemsMax} ${what} in all, not ${items}`,
      })
  }
}
