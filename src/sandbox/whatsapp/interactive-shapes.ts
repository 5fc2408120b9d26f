import { z } from 'zod'
import { mediaShape, textUpTo } from './media-shapes.ts'

const body = z.strictObject({ text: textUpTo(1024) })
const footer = z.strictObject({ text: textUpTo(60) }).optional()
const textHeader = z.strictObject({
  type: z.literal('text'),
  text: textUpTo(60),
  sub_text: textUpTo(60).optional(),
})
const header = z.discriminatedUnion('type', [
  textHeader,
  z.strictObject({ type: z.literal('image'), image: mediaShape({}) }),
  z.strictObject({ type: z.literal('video'), video: mediaShape({}) }),
  z.strictObject({
    type: z.literal('document'),
    document: mediaShape({ filename: textUpTo(240).optional() }),
  }),
])

/** Returns the shape of an interactive kind: its own parts and the common ones, which it can override. */
function kind<T extends string, Parts extends z.ZodRawShape>(type: T, parts: Parts) {
  return z.strictObject({ type: z.literal(type), body, footer, ...parts })
}

function areDistinct(values: readonly string[]): boolean {
  return new Set(values).size === values.length
}

const replyButton = z.strictObject({
  type: z.literal('reply'),
  reply: z.strictObject({ id: textUpTo(256), title: textUpTo(20) }),
})
const buttons = z
  .array(replyButton)
  .min(1)
  .max(3)
  .refine(
    (buttons) => areDistinct(buttons.map(({ reply }) => reply.id)),
    'the ids of the buttons must differ',
  )
  .refine(
    (buttons) => areDistinct(buttons.map(({ reply }) => reply.title)),
    'the titles of the buttons must differ',
  )

const row = z.strictObject({
  id: textUpTo(200),
  title: textUpTo(24),
  description: z.string().max(72).optional(),
})
const productItem = z.strictObject({ product_retailer_id: textUpTo(100) })

/** Returns the shape of sections with at most `itemsMax` items in all. Each of several sections needs a title. */
function sectionsOf<Item extends z.ZodType>(member: string, item: Item, itemsMax: number) {
  const section = z.looseObject({ title: textUpTo(24).optional(), [member]: z.array(item).min(1) })
  return z
    .array(section)
    .min(1)
    .max(10)
    .refine(
      (sections) => sections.reduce((sum, section) => sum + itemsIn(section[member]), 0) <= itemsMax,
      `at most ${itemsMax} ${member} over all sections`,
    )
    .refine(
      (sections) => sections.length === 1 || sections.every(({ title }) => title !== undefined),
      'each of several sections needs a title',
    )
}

function itemsIn(value: unknown): number {
  return Array.isArray(value) ? value.length : 0
}

const ctaAction = z.strictObject({
  name: z.literal('cta_url'),
  parameters: z.strictObject({ display_text: textUpTo(20), url: z.url({ protocol: /^https?$/ }) }),
})

/** Kinds without a reliable documentation: they are accepted without checks. */
const undocumentedKinds = [
  'address_message',
  'order_details',
  'order_status',
  'voice_call',
  'request_contact_info',
] as const

/** The content of an interactive message. Provider: interactive messages. */
export const InteractiveShape = z.discriminatedUnion('type', [
  kind('button', { header: header.optional(), action: z.strictObject({ buttons }) }),
  kind('list', {
    header: textHeader.optional(),
    body: z.strictObject({ text: textUpTo(4096) }),
    action: z.strictObject({ button: textUpTo(20), sections: sectionsOf('rows', row, 10) }),
  }),
  kind('cta_url', { header: header.optional(), action: ctaAction }),
  kind('location_request_message', { action: z.strictObject({ name: z.literal('send_location') }) }),
  kind('product', {
    body: body.optional(),
    action: z.strictObject({ catalog_id: textUpTo(50), product_retailer_id: textUpTo(100) }),
  }),
  kind('product_list', {
    header: textHeader,
    action: z.strictObject({
      catalog_id: textUpTo(50),
      sections: sectionsOf('product_items', productItem, 30),
    }),
  }),
  kind('catalog_message', {
    action: z.strictObject({
      name: z.literal('catalog_message'),
      parameters: z.strictObject({ thumbnail_product_retailer_id: textUpTo(100) }).optional(),
    }),
  }),
  kind('carousel', {
    action: z.looseObject({
      cards: z
        .array(z.looseObject({ card_index: z.number().int() }))
        .min(2)
        .max(10),
    }),
  }),
  kind('flow', {
    header: header.optional(),
    action: z.looseObject({
      name: z.literal('flow'),
      parameters: z.looseObject({ flow_message_version: z.string(), flow_cta: textUpTo(30) }),
    }),
  }),
  kind('call_permission_request', {
    body: body.optional(),
    action: z.strictObject({ name: z.literal('call_permission_request') }),
  }),
  z.looseObject({ type: z.enum(undocumentedKinds) }),
])
