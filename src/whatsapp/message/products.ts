import { z } from 'zod'
import {
  KnownBody,
  KnownFooter,
  KnownTextHeader,
  checkSections,
  listOf,
  productIdCharactersMax,
  productsMax,
  sectionTitleCharactersMax,
  sectionsMax,
} from './interactive-parts.ts'
import { textUpTo } from './text.ts'

/**
 * Defaults to the sender's catalog. Whether a given id is the sender's is checked once the sender is known (Rule 51).
 */
const catalogId = textUpTo(productIdCharactersMax)
  .optional()
  .describe("The sender's catalog; may be left out.")
const productId = textUpTo(productIdCharactersMax).describe("The product's id in the catalog.")

const Product = z.strictObject({ product_retailer_id: productId }, 'must be an object')

const Section = z.strictObject(
  {
    title: textUpTo(sectionTitleCharactersMax).optional(),
    product_items: listOf(Product, 'products', 1, productsMax),
  },
  'must be an object',
)

const Sections = listOf(Section, 'sections', 1, sectionsMax).superRefine(
  checkSections(({ product_items }) => product_items, 'products', productsMax),
)

/** One product of the sender's catalog. Meta allows it without a body, and refuses a header. */
export const ProductPayload = z.strictObject(
  {
    body: KnownBody.optional(),
    footer: KnownFooter.optional(),
    action: z.strictObject({ catalog_id: catalogId, product_retailer_id: productId }, 'must be an object'),
  },
  'must be an object',
)

/** Several products. Meta requires a header; the title of the first section is the default (Rules 51 and 66). */
export const ProductListPayload = z
  .strictObject(
    {
      header: KnownTextHeader.optional().describe("Left out: the first section's title."),
      body: KnownBody,
      footer: KnownFooter.optional(),
      action: z.strictObject({ catalog_id: catalogId, sections: Sections }, 'must be an object'),
    },
    'must be an object',
  )
  .superRefine(({ header, action }, context) => {
    if (header === undefined && action.sections[0]?.title === undefined)
      context.addIssue({
        code: 'custom',
        path: ['header'],
        message: 'is required where the first section has no title',
      })
  })

/** The whole catalog. Only the first product of the sections is used: its picture is the thumbnail (Rule 51). */
export const CatalogPayload = z.strictObject(
  {
    body: KnownBody,
    footer: KnownFooter.optional(),
    action: z.strictObject(
      {
        catalog_id: catalogId,
        sections: Sections.optional().describe('The first product of the first section is the thumbnail.'),
      },
      'must be an object',
    ),
  },
  'must be an object',
)
