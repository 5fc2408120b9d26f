import { z } from 'zod'
import { parseByChosenSchema } from './chosen-schema.ts'
import { Buttons, Cards, ListSections, ProductSections } from './interactive-lists.ts'
import {
  Body,
  Footer,
  Header,
  TextHeader,
  absent,
  exactly,
  productIdCharactersMax,
  provided,
} from './interactive-parts.ts'
import { textUpTo } from './text.ts'

const labelCharactersMax = 20

const named = <Name extends string>(name: Name) => provided({ name: exactly(name) })

/** The address of a page that opens in the recipient's browser. Meta does not fetch it, so it need not be public. */
const WebAddress = textUpTo(2_000).refine(
  (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
  'must be a URL that begins with https:// or http://',
)

const FlowParameters = provided({
  flow_message_version: exactly('3'),
  flow_cta: textUpTo(labelCharactersMax),
  flow_id: textUpTo(100).optional(),
  flow_name: textUpTo(200).optional(),
}).refine(
  ({ flow_id, flow_name }) => (flow_id === undefined) !== (flow_name === undefined),
  'must have either a flow_id or a flow_name',
)

/** The schema of each kind of interactive message that Meta documents, with its bounds (Rule 52). */
const documentedKinds: Readonly<Record<string, z.ZodType>> = {
  button: provided({
    header: Header.optional(),
    body: Body,
    footer: Footer.optional(),
    action: provided({ buttons: Buttons }),
  }),
  list: provided({
    header: TextHeader.optional(),
    body: Body,
    footer: Footer.optional(),
    action: provided({ button: textUpTo(labelCharactersMax), sections: ListSections }),
  }),
  cta_url: provided({
    header: Header.optional(),
    body: Body,
    footer: Footer.optional(),
    action: provided({
      name: exactly('cta_url'),
      parameters: provided({ display_text: textUpTo(labelCharactersMax), url: WebAddress }),
    }),
  }),
  location_request_message: provided({
    header: absent('a location request has no header'),
    body: Body,
    footer: absent('a location request has no footer'),
    action: named('send_location'),
  }),
  product: provided({
    header: absent('a product message has no header'),
    body: Body.optional(),
    footer: Footer.optional(),
    action: provided({
      catalog_id: textUpTo(productIdCharactersMax),
      product_retailer_id: textUpTo(productIdCharactersMax),
    }),
  }),
  product_list: provided({
    header: TextHeader,
    body: Body,
    footer: Footer.optional(),
    action: provided({ catalog_id: textUpTo(productIdCharactersMax), sections: ProductSections }),
  }),
  catalog_message: provided({ body: Body, footer: Footer.optional(), action: named('catalog_message') }),
  carousel: provided({
    header: absent('a carousel has no header'),
    body: Body,
    footer: absent('a carousel has no footer'),
    action: provided({ cards: Cards }),
  }),
  flow: provided({
    header: Header.optional(),
    body: Body,
    footer: Footer.optional(),
    action: provided({ name: exactly('flow'), parameters: FlowParameters }),
  }),
  call_permission_request: provided({ body: Body, action: named('call_permission_request') }),
}

/**
 * Meta's interactive object. A documented kind is checked against its bounds. Unknown kinds and unknown members are
 * passed on unchanged.
 */
export const InteractivePayload = z
  .looseObject(
    {
      type: z
        .string('must be a string')
        .regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be a kind of interactive message, such as button or list')
        .meta({ examples: Object.keys(documentedKinds) }),
      action: z.looseObject({}, 'must be an object'),
    },
    'must be an object',
  )
  .superRefine((payload, context) => {
    const kind = Object.hasOwn(documentedKinds, payload.type) ? documentedKinds[payload.type] : undefined
    if (kind !== undefined) parseByChosenSchema(context, kind, payload)
  })
