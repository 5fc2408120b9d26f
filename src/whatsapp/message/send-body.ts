import { z } from 'zod'
import { parseFurther } from './further-schema.ts'
import { jsonFault } from './json-fault.ts'
import type { JsonPath } from './json-fault.ts'
import { messageTypeNames, messageTypes } from './message-types.ts'
import type { MessageType } from './message-types.ts'
import { normalizeRecipient } from './recipient.ts'
import { TemplateData } from './template-data.ts'

/** A request body as the caller wrote it: what an idempotency key is compared by, and what the history keeps. */
type GivenBody = Readonly<Record<string, unknown>>

/** The broadcast's template, with the values of its variables. `to` is E.164, or WhatsApp's id of a person. */
export interface TemplateRequest {
  kind: 'template'
  to: string
  data: TemplateData
  given: GivenBody
}

type TypedRequestOf<Type extends MessageType> = {
  kind: 'typed'
  to: string
  type: Type
  payload: z.output<(typeof messageTypes)[Type]['payload']>
  given: GivenBody
}

/** A message of the caller's own making, in an open window. `to` is E.164, or WhatsApp's id of a person. */
export type TypedRequest = { [Type in MessageType]: TypedRequestOf<Type> }[MessageType]

export type SendRequest = TemplateRequest | TypedRequest

const Recipient = z
  .string('must be a string, such as +14155550123')
  .transform((text, context) => {
    const number = normalizeRecipient(text)
    if (number !== null) return number
    context.addIssue({
      code: 'custom',
      message:
        'must be a valid phone number in international format, such as +14155550123, or the id that WhatsApp has given a person, such as US.13491208655302741918',
    })
    return z.NEVER
  })
  .meta({
    description:
      'Recipient, in international format; or, where the number is not known, the id that WhatsApp has given the person.',
    examples: ['+14155550123', 'US.13491208655302741918'],
  })

const bodyExpected =
  'The body must be a JSON object such as {"to":"+14155550123","data":{"first_name":"Ada"}}'

const TemplateSend = z
  .strictObject(
    { to: Recipient, data: TemplateData.default({}).describe("Values of the template's variables.") },
    bodyExpected,
  )
  .meta({ title: 'Template send', description: 'Sends the template that is attached to the broadcast.' })

function typedSend<Type extends MessageType>(type: Type) {
  return z
    .strictObject({ to: Recipient, type: z.literal(type), payload: messageTypes[type].payload }, bodyExpected)
    .meta({ title: `${type} message` })
}

// The compiler keeps no names of members through `fromEntries`.
const typedSends = Object.fromEntries(messageTypeNames.map((type) => [type, typedSend(type)])) as {
  [Type in MessageType]: ReturnType<typeof typedSend<Type>>
}

/**
 * Shown to callers in place of the hand-made choice below, which says nothing to a reader of the API document. Zod wants
 * the type of a list that is not empty, which no list of values has.
 */
const shapes = z.toJSONSchema(
  z.union([
    TemplateSend,
    z.discriminatedUnion('type', Object.values(typedSends) as [typeof typedSends.text, ...never[]]),
  ]),
  {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      const { jsonSchema: given } = jsonSchema
      if (typeof given !== 'object' || given === null) return
      for (const name of Object.keys(jsonSchema)) delete jsonSchema[name]
      Object.assign(jsonSchema, given)
    },
  },
)

/**
 * The body of the WhatsApp send: a template send where `type` is left out, else a typed message. The
 * shape is chosen by hand, so that a fault is told for the shape that was meant.
 */
export const SendBody = z
  .looseObject({}, bodyExpected)
  .transform((given, context): SendRequest => {
    const fault = jsonFault(given) ?? memberFault(given)
    if (fault !== null) {
      context.addIssue({ code: 'custom', path: [...fault.path], message: fault.message })
      return z.NEVER
    }
    if (given['type'] === undefined) {
      const send = parseFurther(context, TemplateSend, given)
      return send === undefined ? z.NEVER : { kind: 'template', ...send, given }
    }
    const send = parseFurther(context, typedSends[given['type'] as MessageType], given)
    // The schema has tied the payload to the type, which the compiler can't see through the choice of it.
    return send === undefined ? z.NEVER : ({ kind: 'typed', ...send, given } as TypedRequest)
  })
  .meta({
    id: 'WhatsappSend',
    description:
      'A template send, with no `type`; or a typed message, with a `type` and its `payload`, which needs an open messaging window.',
    jsonSchema: { anyOf: shapes.anyOf },
  })

/** What is wrong with the members that decide which shape is meant. */
function memberFault(given: GivenBody): { path: JsonPath; message: string } | null {
  const { type } = given
  if (type === undefined)
    return Object.hasOwn(given, 'payload')
      ? { path: ['type'], message: 'is required with a payload; a template send has data and no payload' }
      : null
  if (typeof type !== 'string' || !Object.hasOwn(messageTypes, type))
    return { path: ['type'], message: `must be one of ${messageTypeNames.join(', ')}` }
  return Object.hasOwn(given, 'data')
    ? {
        path: ['data'],
        message: 'must not be sent with a type; only a template send, without type, has data',
      }
    : null
}
