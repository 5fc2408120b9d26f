import { z } from 'zod'

/**
 * The content of a person's message in Meta's format: `type` and the member with the name of the type. If that member
 * is missing, an example is used, so `{"type": "image"}` is a complete picture. Other members are sent unchanged.
 */
export const InboundContent = z.looseObject({
  type: z.string().regex(/^[a-z_]{1,40}$/),
  context: z.looseObject({ id: z.string().max(200).optional() }).optional(),
})
export type InboundContent = z.infer<typeof InboundContent>

const media = (mime_type: string) => ({
  id: '1003383421387256',
  mime_type,
  sha256: '29ZLbEYfTHGUBJVRo3g0ZeFZ0e3qBVtVeTTEOOzJGOU=',
})

/** An example for each type. Provider: webhook reference of messages. */
const examples: Readonly<Record<string, unknown>> = {
  text: { body: 'Hello' },
  image: { ...media('image/jpeg'), caption: 'A picture' },
  video: media('video/mp4'),
  audio: { ...media('audio/ogg; codecs=opus'), voice: true },
  document: { ...media('application/pdf'), filename: 'policy.pdf' },
  sticker: { ...media('image/webp'), animated: false },
  button: { payload: 'yes', text: 'Yes' },
  interactive: { type: 'button_reply', button_reply: { id: 'yes', title: 'Yes' } },
  reaction: { message_id: 'wamid.unknown', emoji: '👍' },
  location: { latitude: 37.4421, longitude: -122.1615, name: 'Office', address: '1 Main Street' },
  contacts: [
    {
      name: { formatted_name: 'Ada Lovelace', first_name: 'Ada', last_name: 'Lovelace' },
      phones: [{ phone: '+14155550100', wa_id: '14155550100', type: 'Mobile' }],
    },
  ],
  order: {
    catalog_id: '300000000000001',
    text: 'Please',
    product_items: [{ product_retailer_id: 'sku1', quantity: 1, item_price: 30, currency: 'USD' }],
  },
  system: {
    type: 'user_changed_number',
    body: 'User Ada changed from 14155550100 to 14155550101',
    wa_id: '14155550101',
  },
  unsupported: { type: 'poll' },
}

/** The types that have an example. */
export const inboundTypes: readonly string[] = Object.keys(examples)

/** Returns the content with an example if its member is missing, and with `errors` if the type is `unsupported`. */
export function filledContent(content: InboundContent): Record<string, unknown> {
  const { type, context: _, ...rest } = content
  const member = rest[type] ?? examples[type]
  const error = {
    code: 131051,
    title: 'Message type unknown',
    message: 'Message type unknown',
    error_data: { details: 'Message type is currently not supported.' },
  }
  return {
    type,
    ...rest,
    ...(member !== undefined && { [type]: member }),
    ...(type === 'unsupported' && rest['errors'] === undefined && { errors: [error] }),
  }
}
