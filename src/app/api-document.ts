import { STATUS_CODES } from 'node:http'
import swagger from '@fastify/swagger'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from '@fastify/type-provider-zod'
import { globalRegistry } from 'zod'
import { refusalTable } from '../base/refusals/refusal.ts'
import type { App } from '../http/app.ts'
import { isManagementPath } from '../http/error-handler.ts'
import { readyDocument, readyRoute, sendReady } from '../http/ready-document.ts'
import type { ReadyDocument } from '../http/ready-document.ts'
import { requestExamples, responseExamples } from './api-examples.ts'
import type { Examples } from './api-examples.ts'
import { withWebhooks } from './event-document.ts'
import { withLimitHeaders } from './limit-document.ts'

const description = `Place outbound voice calls on your campaigns and list what a project holds.

Every answer, errors included, is an object with \`status\`, \`message\`, \`data\` and \`status_code\`. Besides the statuses
that an operation lists, any request may get 405 (the address has no such method; \`Allow\` lists those it has), 413 (the
body is too large), 415 (the body is not \`application/json\`), 431 (the address and headers are too large), 500 (an
unexpected fault of the service) and 503 (the database can not be reached). Every answer has \`X-Request-Id\`.

A key and its project have limits of requests. \`RateLimit-Policy\` and \`RateLimit\` of each answer say what they are and
what is left. Beyond a limit, or with too many requests under way, the answer is 429, and \`Retry-After\` says when to try again.`

const managementDescription = `Everything that the dashboard does: people and roles, what \`switchboard apply\` declares,
and the operations of the project API, which are here a second time.

A session or a personal token is needed, \`Authorization: Bearer svc_user_…\`; API keys are not taken. An organization or
project that is not open to the person is 404. Each answer has the envelope of the project API; errors also have \`code\`,
\`faults\` and \`request_id\`. Besides the statuses that an operation lists, any request may get 401, 403, 405, 413, 415,
429, 431, 500 and 503. A request that changes something in a session must come from the same origin.`

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the document of the management API. */
    managementSwagger: FastifyInstance['swagger']
  }
}

/**
 * `jsonSchema` in a schema's metadata replaces its form in the document. It is for schemas whose input (the text of a
 * query string) differs from their value (a whole number).
 */
const zodToJsonConfig = {
  unrepresentable: 'any' as const,
  override: ({ zodSchema, jsonSchema }: { zodSchema: object; jsonSchema: Record<string, unknown> }) => {
    const meta = globalRegistry.get(zodSchema as Parameters<typeof globalRegistry.get>[0])
    const given = meta?.['jsonSchema']
    if (typeof given !== 'object' || given === null) return
    const { id, description } = meta ?? {}
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
    Object.assign(jsonSchema, given, description && { description }, id && { id })
  },
}

const addSchemas = createJsonSchemaTransformObject({ zodToJsonConfig })

type SwaggerDocument = ReturnType<typeof addSchemas>

interface MediaType {
  schema: Record<string, unknown>
  examples?: Examples
}

interface ApiOperation {
  operationId?: string
  responses?: Record<string, { description?: string; content?: Record<string, MediaType> }>
  requestBody?: { required?: boolean; content: Record<string, MediaType> }
}

/** The parts of a document that `tidy` changes. */
interface ApiDocument {
  paths?: Record<string, Record<string, ApiOperation>>
  components?: { schemas?: Record<string, unknown> }
}

/**
 * Cleans up the generated document. Removes schemas that no operation refers to, since each is generated for input and
 * for output. Gives a response without a description the name of its status. Marks a request body as optional if it has
 * no fields. Adds the examples of each operation.
 */
function tidy(made: SwaggerDocument, { hasExamples }: { hasExamples: boolean }): SwaggerDocument {
  const document = made as ApiDocument
  for (const operations of Object.values(document.paths ?? {}))
    for (const operation of Object.values(operations)) {
      const { responses = {}, requestBody } = operation
      onlySuccessesStream(operation)
      if (hasExamples) addExamples(operation)
      for (const [status, response] of Object.entries(responses))
        if (response.description === 'Default Response') response.description = STATUS_CODES[status] ?? status
      if (
        requestBody !== undefined &&
        Object.values(requestBody.content).every(({ schema }) => isEmpty(schema))
      )
        requestBody.required = false
    }
  const schemas = document.components?.schemas ?? {}
  // An unused schema may be the only one that refers to another.
  for (let before = -1; before !== Object.keys(schemas).length;) {
    before = Object.keys(schemas).length
    const text = JSON.stringify(document)
    for (const name of Object.keys(schemas))
      if (!text.includes(`"#/components/schemas/${name}"`)) delete schemas[name]
  }
  return made
}

/** A refusal is JSON also where the answer is a stream of events; the generator takes one type for all. */
function onlySuccessesStream({ responses = {} }: ApiOperation): void {
  for (const [status, response] of Object.entries(responses)) {
    const media = response.content?.['text/event-stream']
    if (media !== undefined && Number(status) >= 400) response.content = { 'application/json': media }
  }
}

function addExamples({ operationId = '', responses = {}, requestBody }: ApiOperation): void {
  const request = requestExamples(operationId)
  if (request !== null)
    for (const media of Object.values(requestBody?.content ?? {})) media.examples = request
  for (const [status, { content = {} }] of Object.entries(responses))
    for (const media of Object.values(content)) media.examples = responseExamples(operationId, Number(status))
}

function isEmpty({ type, properties, additionalProperties }: Record<string, unknown>): boolean {
  return type === 'object' && properties === undefined && additionalProperties === false
}

const projectTags = [
  { name: 'Calls', description: 'Outbound voice calls: place, read, cancel.' },
  { name: 'Audit', description: 'Who changed what in the configuration.' },
  { name: 'Do not call', description: 'Numbers that nobody of the organization calls.' },
  { name: 'Campaigns', description: 'Campaigns, which calls are placed on.' },
  { name: 'Agents', description: 'Chats with agents, their turns, and who answers.' },
  { name: 'Conversations', description: 'Conversations on every channel, calls and chats.' },
  { name: 'Customer profiles', description: 'People, with their phone numbers and email addresses.' },
  { name: 'WhatsApp', description: 'WhatsApp messages of a broadcast: send, read.' },
  {
    name: 'Knowledge base',
    description: 'Sources, their crawls and pages, and a search over all of them.',
  },
  { name: 'Webhooks', description: 'Endpoints that get what happened, and deliveries to them.' },
  { name: 'Analytics', description: 'Totals of chats and calls, overall and by day.' },
  { name: 'Events', description: 'What happened, as a log of 30 days and as a stream.' },
  { name: 'Projects', description: 'The projects of an organization.' },
]

const managementTags = [
  { name: 'Session', description: 'Signing in and out, and what people set for themselves.' },
  { name: 'Organizations', description: 'What is open to the person.' },
  { name: 'People', description: 'Who has which role.' },
  { name: 'Changes', description: 'Who changed what, from what to what.' },
  { name: 'Declaration', description: 'All that is configured in an organization, as one file.' },
  { name: 'Carriers', description: 'Carrier accounts and the numbers that calls come from.' },
  { name: 'Workflows', description: 'What calls say and ask.' },
  { name: 'Keys', description: 'The keys of the project API.' },
  { name: 'Installation', description: 'What operators see.' },
  ...projectTags,
]

/** Generates the document of the project API from the schemas that validate requests. */
export async function describeApi(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Switchboard project API',
        version: '1.0.0',
        description,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/', description: 'This server' }],
      tags: projectTags,
      security: [{ apiKey: [] }, { bearer: [] }],
      components: {
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A project API key.' },
          bearer: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token.' },
        },
      },
    },
    transform: onlyBelow((url) => !isManagementPath(url)),
    transformObject: (document) =>
      withWebhooks(withLimitHeaders(tidy(addSchemas(document), { hasExamples: true }))),
  })
}

const transformRoute = createJsonSchemaTransform({ zodToJsonConfig, skipList: [] })

/** Leaves the routes of the other document out. */
function onlyBelow(isOf: (url: string) => boolean): typeof transformRoute {
  return (route) => (isOf(route.url) ? transformRoute(route) : { schema: { hide: true }, url: route.url })
}

/** Makes the document of the management API, of the routes below `/api`. */
export async function describeManagementApi(app: App): Promise<void> {
  await app.register(swagger, {
    decorator: 'managementSwagger',
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Switchboard management API',
        version: '1.0.0',
        description: managementDescription,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/', description: 'This server' }],
      tags: managementTags,
      security: [{ session: [] }, { userToken: [] }],
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: '__Host-switchboard',
            description: 'The session of the dashboard. Over http it is named `switchboard-PORT`.',
          },
          userToken: { type: 'http', scheme: 'bearer', description: 'A personal token, `svc_user_…`.' },
        },
      },
    },
    transform: onlyBelow(isManagementPath),
    transformObject: (document) => withManagementErrors(tidy(addSchemas(document), { hasExamples: false })),
  })
}

/** Adds the members that errors have below `/api`. */
function withManagementErrors(made: SwaggerDocument): SwaggerDocument {
  const { components } = made as ApiDocument
  const error = components?.schemas?.['Error'] as { properties: object; required: string[] } | undefined
  if (error === undefined) return made
  const fault = {
    type: 'object',
    properties: {
      path: {
        type: 'string',
        description: 'A path such as `calling_hours.windows[1].to`; empty for the whole.',
      },
      message: { type: 'string', description: 'What is right there.' },
    },
    required: ['path', 'message'],
    additionalProperties: false,
  }
  error.properties = {
    ...error.properties,
    code: { type: 'string', enum: Object.keys(refusalTable), description: 'A name that does not change.' },
    faults: { type: 'array', items: fault, description: 'What is wrong with the input, by its place.' },
    request_id: { type: 'string', description: 'Same value as `X-Request-Id`.' },
  }
  error.required.push('code', 'faults', 'request_id')
  return made
}

/** Serves the document, which is made at the first request for it. */
export function addApiDocument(app: App): void {
  let document: ReadyDocument | null = null
  app.get('/openapi.json', readyRoute, async (request, reply) => {
    document ??= readyJson(app.swagger())
    return sendReady(request, reply, document)
  })
}

/** Serves the document of the management API, to anybody: it has nothing that is not in the program. */
export function addManagementDocument(app: App): void {
  let document: ReadyDocument | null = null
  app.get('/openapi.json', { ...readyRoute, config: { role: 'anyone' } }, async (request, reply) => {
    document ??= readyJson(app.managementSwagger())
    return sendReady(request, reply, document)
  })
}

function readyJson(value: unknown): ReadyDocument {
  return readyDocument('application/json; charset=utf-8', Buffer.from(JSON.stringify(value, null, 2)))
}
