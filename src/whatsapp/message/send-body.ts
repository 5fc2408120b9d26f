import { z } from 'zod'
import { isMapping } from '../../base/unknown-shape.ts'
import { parseByChosenSchema } from './chosen-schema.ts'
import { messageTypeNames, messageTypes } from './message-types.ts'
import type { MessageType } from './message-types.ts'
import { normalizeRecipient } from './recipient.ts'
import { TemplateData } from './template-data.ts'

/** A request body as the caller gave it. The idempotency key compares it. */
type GivenBody = Readonly<Record<string, unknown>>

/** A send of the broadcast's template with the values of its variables. `to` is E.164 or a WhatsApp user id. */
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

/** A message that the caller composes, for an open messaging window. `to` is E.164 or a WhatsApp user id. */
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

// The type of `Object.fromEntries` loses the names of the members.
const typedSends = Object.fromEntries(messageTypeNames.map((type) => [type, typedSend(type)])) as {
  [Type in MessageType]: ReturnType<typeof typedSend<Type>>
}

/**
 * The JSON schema of the body for the OpenAPI document. Zod can't derive it from `SendBody`, which chooses the schema
 * in code. The type assertion gives Zod the non-empty tuple that it requires.
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
 * The body of the WhatsApp send: a template send without `type`, a typed message with it. The code chooses the schema
 * by `type`, so that faults are those of the schema that the caller meant.
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
      const send = parseByChosenSchema(context, TemplateSend, given)
      return send === undefined ? z.NEVER : { kind: 'template', ...send, given }
    }
    const send = parseByChosenSchema(context, typedSends[given['type'] as MessageType], given)
    // The chosen schema ties the payload to the type, which the compiler can't infer.
    return send === undefined ? z.NEVER : ({ kind: 'typed', ...send, given } as TypedRequest)
  })
  .meta({
    id: 'WhatsappSend',
    description:
      'A template send, with no `type`; or a typed message, with a `type` and its `payload`, which needs an open messaging window.',
    jsonSchema: { anyOf: shapes.anyOf },
  })

/** Returns the body that the recipient history keeps: as the caller gave it, with numbers as they are sent. */
export function keptBody(request: SendRequest): GivenBody {
  const data = request.given['data']
  if (request.kind !== 'template' || !isMapping(data)) return request.given
  const kept = Object.entries(data).map(([name, value]) => [
    name,
    typeof value === 'number' ? request.data[name] : value,
  ])
  return { ...request.given, data: Object.fromEntries(kept) }
}

/** Returns the fault of the members that choose the schema, or null. */
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

/** The deepest nesting of a request. The deepest message that Meta documents takes about a third of it. */
const depthMax = 32

/** Faults cut longer names. */
const nameCharactersMax = 100

/** The place of a value within a JSON value. */
type JsonPath = readonly (string | number)[]

/**
 * Returns the first part of a JSON value that can't be stored or sent, or null. PostgreSQL refuses text with a NUL or
 * half of a surrogate pair, in text and in JSON. A number that overflows becomes infinite. Deep nesting would exhaust
 * the stack.
 */
function jsonFault(value: unknown, path: JsonPath = []): { path: JsonPath; message: string } | null {
  if (typeof value === 'string') return isStorable(value) ? null : { path, message: unstorable }
  if (typeof value === 'number')
    return Number.isFinite(value) ? null : { path, message: 'is not a finite number' }
  if (typeof value !== 'object' || value === null) return null
  if (path.length >= depthMax) return { path: [], message: `is nested more than ${depthMax} levels deep` }
  const members = Array.isArray(value) ? value.entries() : Object.entries(value)
  for (const [name, member] of members) {
    if (typeof name === 'string' && !isStorable(name)) return { path, message: `a name in it ${unstorable}` }
    const fault = jsonFault(member, [
      ...path,
      typeof name === 'string' ? name.slice(0, nameCharactersMax) : name,
    ])
    if (fault !== null) return fault
  }
  return null
}

const unstorable = 'contains a NUL character or is not valid Unicode'

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
