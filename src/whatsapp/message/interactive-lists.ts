import { z } from 'zod'
import {
  Header,
  checkSections,
  exactly,
  listOf,
  productIdCharactersMax,
  productsMax,
  provided,
  sectionTitleCharactersMax,
  sectionsMax,
} from './interactive-parts.ts'
import { textUpTo } from './text.ts'

const rowsMax = 10
const cardBodyCharactersMax = 160
const cardBodyLineBreaksMax = 2

/**
 * Returns the schema of the id of a choice. The recipient's reply contains it, so the ids of one message must differ.
 */
function replyId(charactersMax: number) {
  return textUpTo(charactersMax).refine((id) => id === id.trim(), 'must not begin or end with a space')
}

function areDistinct(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length
}

const Button = provided({
  type: exactly('reply'),
  reply: provided({ id: replyId(256), title: textUpTo(20) }),
})

export const Buttons = listOf(Button, 'buttons', 1, 3)
  .refine((buttons) => areDistinct(buttons.map(({ reply }) => reply.title)), 'must have different titles')
  .refine((buttons) => areDistinct(buttons.map(({ reply }) => reply.id)), 'must have different ids')

const sectionTitle = textUpTo(sectionTitleCharactersMax).optional()

const Row = provided({
  id: replyId(200),
  title: textUpTo(24),
  description: textUpTo(72).optional(),
})

/** The sections of a list message. */
export const ListSections = listOf(
  provided({ title: sectionTitle, rows: listOf(Row, 'rows', 1, rowsMax) }),
  'sections',
  1,
  sectionsMax,
)
  .superRefine(checkSections(({ rows }) => rows, 'rows', rowsMax))
  .refine(
    (sections) => areDistinct(sections.flatMap(({ rows }) => rows.map(({ id }) => id))),
    'must have rows with different ids',
  )

const Product = provided({ product_retailer_id: textUpTo(productIdCharactersMax) })

/** The sections of a message with several products. */
export const ProductSections = listOf(
  provided({ title: sectionTitle, product_items: listOf(Product, 'products', 1, productsMax) }),
  'sections',
  1,
  sectionsMax,
).superRefine(checkSections(({ product_items }) => product_items, 'products', productsMax))

const CardBody = provided({
  text: textUpTo(cardBodyCharactersMax).refine(
    (text) => text.split('\n').length - 1 <= cardBodyLineBreaksMax,
    `must have at most ${cardBodyLineBreaksMax} line breaks`,
  ),
})

const Card = provided({
  card_index: z
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(9, 'must be at most 9')
    .optional(),
  type: z.string('must be a string').optional(),
  header: Header.optional(),
  body: CardBody.optional(),
  action: provided({}),
})

/** The cards of a carousel. Meta requires that all cards have the same type. */
export const Cards = listOf(Card, 'cards', 2, 10).refine(
  (cards) => new Set(cards.map(({ type }) => type)).size === 1,
  'must all have the same type',
)
