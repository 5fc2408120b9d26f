import { ContactsPayload } from './contacts.ts'
import { InteractivePayload } from './interactive.ts'
import { CatalogPayload, ProductListPayload, ProductPayload } from './products.ts'
import {
  CaptionedMediaPayload,
  DocumentPayload,
  LocationPayload,
  MediaPayload,
  ReactionPayload,
  TextPayload,
} from './simple-payloads.ts'

/** Every `type` of a typed message with the schema of its `payload` and the corresponding `type` of Meta's API. */
export const messageTypes = {
  text: { payload: TextPayload, graphType: 'text' },
  image: { payload: CaptionedMediaPayload, graphType: 'image' },
  video: { payload: CaptionedMediaPayload, graphType: 'video' },
  audio: { payload: MediaPayload, graphType: 'audio' },
  voice: { payload: MediaPayload, graphType: 'audio' },
  document: { payload: DocumentPayload, graphType: 'document' },
  sticker: { payload: MediaPayload, graphType: 'sticker' },
  location: { payload: LocationPayload, graphType: 'location' },
  contacts: { payload: ContactsPayload, graphType: 'contacts' },
  interactive: { payload: InteractivePayload, graphType: 'interactive' },
  reaction: { payload: ReactionPayload, graphType: 'reaction' },
  product: { payload: ProductPayload, graphType: 'interactive' },
  product_list: { payload: ProductListPayload, graphType: 'interactive' },
  catalog: { payload: CatalogPayload, graphType: 'interactive' },
} as const

export type MessageType = keyof typeof messageTypes

export const messageTypeNames = Object.keys(messageTypes) as readonly MessageType[]
