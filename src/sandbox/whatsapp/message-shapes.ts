import { z } from 'zod'
import { InteractiveShape } from './interactive-shapes.ts'
import { mediaShape, textUpTo } from './media-shapes.ts'

const caption = z.string().max(1024).optional()

/** Returns the shape of degrees: a number or a numeric text, as Meta's examples have both. */
function degrees(most: number) {
  return z
    .union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)])
    .refine((value) => Math.abs(Number(value)) <= most, `must be from ${-most} to ${most}`)
}

const contact = z.looseObject({
  name: z
    .looseObject({ formatted_name: textUpTo(1000) })
    .refine((name) => Object.keys(name).length > 1, 'needs another part of the name beside formatted_name'),
  phones: z.array(z.looseObject({ phone: z.string().optional() })).optional(),
})

/** The shape of a message's content, by type. Provider: messages, limits of each type. */
export const messageShapes: Readonly<Record<string, z.ZodType>> = {
  text: z.strictObject({ body: textUpTo(4096), preview_url: z.boolean().optional() }),
  image: mediaShape({ caption }),
  video: mediaShape({ caption }),
  audio: mediaShape({ voice: z.boolean().optional() }),
  document: mediaShape({ caption, filename: textUpTo(240).optional() }),
  sticker: mediaShape({}),
  location: z.strictObject({
    latitude: degrees(90),
    longitude: degrees(180),
    name: z.string().max(1000).optional(),
    address: z.string().max(1000).optional(),
  }),
  contacts: z.array(contact).min(1).max(257),
  reaction: z.strictObject({ message_id: textUpTo(200), emoji: z.string().max(20).optional() }),
  interactive: InteractiveShape,
  template: z.strictObject({
    name: textUpTo(512),
    language: z.strictObject({ code: textUpTo(20), policy: z.literal('deterministic').optional() }),
    components: z
      .array(z.looseObject({ type: z.string() }))
      .max(30)
      .optional(),
  }),
}

/** The members beside the content. This network does not support groups as `recipient_type`. */
export const envelopeShape = z
  .looseObject({
    messaging_product: z.literal('whatsapp'),
    recipient_type: z.literal('individual').optional(),
    to: z.string().optional(),
    recipient: z.string().optional(),
    type: z.string().default('text'),
    context: z.strictObject({ message_id: textUpTo(200) }).optional(),
    biz_opaque_callback_data: z.string().max(512).optional(),
  })
  .superRefine(({ to, recipient }, context) => {
    if (to === undefined && recipient === undefined)
      context.addIssue({ code: 'custom', path: ['to'], message: 'is required', params: { missing: true } })
  })

/** The names of the members beside the content; any other name is refused as misspelled. */
export const envelopeNames: ReadonlySet<string> = new Set([
  ...Object.keys(envelopeShape.shape),
  'message_activity_sharing',
  'recipient_identity_key_hash',
])
