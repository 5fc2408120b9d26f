import { isUserId } from '../../providers/whatsapp-cloud/types.ts'
import type { SendRequest, TypedRequest } from './send-body.ts'
import { fillTemplate } from './fill-template.ts'
import { messageTypes } from './message-types.ts'
import { isCodeTemplate } from './template-plan.ts'
import type { MessageTemplate } from './template-plan.ts'
import { withoutEmpty } from './without-empty.ts'

/**
 * A message in the provider's own form, but for the `biz_opaque_callback_data` that the sending adds
 * (https://developers.facebook.com/docs/whatsapp/cloud-api/messages). The content stands under the name of its `type`.
 */
export interface GraphMessage {
  messaging_product: 'whatsapp'
  recipient_type: 'individual'
  /** E.164 with its `+`: without one the provider puts the sender's country before the digits. */
  to?: string
  /** In its place, the provider's id of a person; as `to` it would be accepted and dropped. */
  recipient?: string
  type: string
  [content: string]: unknown
}

/** `refused`: the caller asked for what this template or this sender can't do; each fault is a sentence for the caller. */
export type GraphMessageOutcome =
  | { kind: 'message'; message: GraphMessage }
  | { kind: 'refused'; cause: 'template' | 'catalog' | 'recipient'; faults: readonly string[] }

/**
 * The message that a request stands for.
 *
 * @param sending.catalogId the sender's catalog; null: it has none.
 * @param sending.template the broadcast's template; null: it has none, and sends typed messages only.
 */
export function toGraphMessage(
  request: SendRequest,
  { catalogId, template }: { catalogId: string | null; template: MessageTemplate | null },
): GraphMessageOutcome {
  if (request.kind === 'template') return templateMessage(request, template)
  const foreign = catalogFault(request, catalogId)
  if (foreign !== null) return { kind: 'refused', cause: 'catalog', faults: [foreign] }
  const { graphType } = messageTypes[request.type]
  return message(request.to, graphType, contentOf(request, catalogId))
}

function message(to: string, type: string, content: unknown): GraphMessageOutcome {
  const addressed = isUserId(to) ? { recipient: to } : { to }
  return {
    kind: 'message',
    message: {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      ...addressed,
      type,
      [type]: content,
    },
  }
}

function templateMessage(
  { to, data }: Extract<SendRequest, { kind: 'template' }>,
  template: MessageTemplate | null,
): GraphMessageOutcome {
  if (template === null) {
    const fault = 'the broadcast has no template; send a type and a payload'
    return { kind: 'refused', cause: 'template', faults: [fault] }
  }
  if (isUserId(to) && isCodeTemplate(template)) {
    const fault =
      'to: an authentication template needs the phone number of the person; WhatsApp does not send it to an id'
    return { kind: 'refused', cause: 'recipient', faults: [fault] }
  }
  const filled = fillTemplate(template, data)
  if (filled.kind === 'refused') return { kind: 'refused', cause: 'template', faults: filled.faults }
  return message(to, 'template', {
    name: template.name,
    // StatusReport by the provider's webhooks with a hyphen, but taken with an underscore only.
    language: { code: template.language.replace('-', '_') },
    ...(filled.components.length > 0 && { components: filled.components }),
  })
}

/** Products come from the sender's own catalog, whether or not the payload names it (Rule 51). */
function catalogFault(request: TypedRequest, catalogId: string | null): string | null {
  if (request.type !== 'product' && request.type !== 'product_list' && request.type !== 'catalog') return null
  if (catalogId === null) return `the sender has no catalog, so no ${request.type} can be sent`
  const named = request.payload.action.catalog_id
  return named === undefined || named === catalogId
    ? null
    : "payload.action.catalog_id: is not the sender's catalog; it may be left out"
}

/** What stands under the name of the provider's type. */
function contentOf(request: TypedRequest, catalogId: string | null): unknown {
  switch (request.type) {
    case 'text':
    case 'reaction':
    case 'interactive':
      return request.payload
    case 'contacts':
      return request.payload.contacts
    case 'image':
    case 'video':
    case 'audio':
    case 'sticker':
    case 'document':
      return mediaOf(request.payload)
    case 'voice':
      return { ...mediaOf(request.payload), voice: true }
    case 'location':
      return withoutEmpty(request.payload)
    case 'product':
      return {
        type: 'product',
        ...request.payload,
        action: { ...request.payload.action, catalog_id: catalogId },
      }
    case 'product_list':
      return productList(request.payload, catalogId)
    case 'catalog':
      return wholeCatalog(request.payload)
  }
}

type PayloadOf<Type extends TypedRequest['type']> = Extract<TypedRequest, { type: Type }>['payload']

function mediaOf({ link, url, ...rest }: PayloadOf<'image' | 'audio' | 'document'>) {
  return { link: link ?? url, ...withoutEmpty(rest) }
}

function productList({ header, action, ...rest }: PayloadOf<'product_list'>, catalogId: string | null) {
  const text = action.sections[0]?.title
  return {
    type: 'product_list',
    header: header ?? { type: 'text', text },
    ...rest,
    action: { ...action, catalog_id: catalogId },
  }
}

/** The provider knows the sender's catalog by itself; without a thumbnail it shows the first product of all. */
function wholeCatalog({ action, ...rest }: PayloadOf<'catalog'>) {
  const thumbnail = action.sections?.[0]?.product_items[0]?.product_retailer_id
  return {
    type: 'catalog_message',
    ...rest,
    action: {
      name: 'catalog_message',
      ...(thumbnail !== undefined && { parameters: { thumbnail_product_retailer_id: thumbnail } }),
    },
  }
}
