import { asMapping } from '../../base/unknown-shape.ts'
import { isUserId, languageCode } from '../../providers/whatsapp-cloud/types.ts'
import { fillTemplate } from './fill-template.ts'
import { messageTypes } from './message-types.ts'
import type { SendRequest, TypedRequest } from './send-body.ts'
import { isCodeTemplate } from './template-plan.ts'
import type { MessageTemplate } from './template-plan.ts'
import { withoutEmpty } from './text.ts'

/**
 * A message in the format of Meta's Graph API (https://developers.facebook.com/docs/whatsapp/cloud-api/messages). The
 * member named by `type` holds the content. The request that sends it adds `biz_opaque_callback_data`.
 */
export interface GraphMessage {
  messaging_product: 'whatsapp'
  recipient_type: 'individual'
  /** E.164 with its `+`. Without the `+`, Meta puts the sender's country code before the digits. */
  to?: string
  /** The WhatsApp user id of the person, instead of `to`. Meta accepts a user id in `to` and drops the message. */
  recipient?: string
  type: string
  [content: string]: unknown
}

/** `refused`: the template or the sender can not send this; each fault is a sentence for the caller. */
export type GraphMessageOutcome =
  | { kind: 'message'; message: GraphMessage }
  | { kind: 'refused'; cause: 'template' | 'catalog' | 'recipient'; faults: readonly string[] }

/**
 * Returns the Graph API message for a request.
 *
 * @param sending.catalogId the sender's catalog; null if it has none.
 * @param sending.template the broadcast's template; null for a broadcast that sends typed messages only.
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
    // Some of Meta's webhooks write the language with a hyphen; its API accepts an underscore only.
    language: { code: languageCode(template.language) },
    ...(filled.components.length > 0 && { components: filled.components }),
  })
}

/** Returns why products can not be sent: the sender has no catalog, or the payload names another one (Rule 51). */
function catalogFault(request: TypedRequest, catalogId: string | null): string | null {
  if (request.type !== 'product' && request.type !== 'product_list' && request.type !== 'catalog') return null
  if (catalogId === null) return `the sender has no catalog, so no ${request.type} can be sent`
  const named = request.payload.action.catalog_id
  return named === undefined || named === catalogId
    ? null
    : "payload.action.catalog_id: is not the sender's catalog; it may be left out"
}

/** Returns the content for the member that `type` names. */
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

/**
 * Returns the content of a catalog message. Meta knows the sender's catalog. Without a thumbnail it shows the first
 * product of the catalog.
 */
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

/**
 * Returns the text that the recipient of a message reads; null for one without text, such as a location or a product.
 */
export function readableText(providerMessage: Readonly<Record<string, unknown>>): string | null {
  const type = providerMessage['type']
  const content = typeof type === 'string' ? asMapping(providerMessage[type]) : {}
  const text = content['body'] ?? content['caption'] ?? content['emoji']
  if (typeof text === 'string') return text
  const body = asMapping(text)['text']
  return typeof body === 'string' ? body : null
}
