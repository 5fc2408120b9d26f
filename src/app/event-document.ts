import { z } from 'zod'
import { catalog, eventVersion } from '../events/catalog.ts'
import type { CatalogEntry } from '../events/catalog.ts'
import { eventTypes } from '../events/event-types.ts'
import type { EventType } from '../events/event-types.ts'

type JsonSchema = Record<string, unknown>

/** The parts of an OpenAPI document that events add to. */
interface EventDocument {
  components?: { schemas?: Record<string, unknown> }
  webhooks?: Record<string, unknown>
}

/** Adds the section `webhooks` (OpenAPI 3.1): each type of event with its body as receivers get it. */
export function withWebhooks<Document extends object>(made: Document): Document {
  const document = made as EventDocument
  const schemas = ((document.components ??= {}).schemas ??= {})
  for (const type of eventTypes) schemas[nameOf(catalog[type])] ??= schemaOf(catalog[type])
  document.webhooks = Object.fromEntries(eventTypes.map((type) => [type, webhookOf(type)]))
  return made
}

/** Returns the schema of `data`, with texts as members that may be missing. */
function schemaOf({ data, texts }: CatalogEntry): JsonSchema {
  // A schema with an id of its own would be referred to, not written out.
  const shape = data.extend(texts === null ? {} : texts.partial().shape)
  const { $schema: _, id: __, ...schema } = z.toJSONSchema(shape, { unrepresentable: 'any' }) as JsonSchema
  // A later version may have more members.
  delete schema['additionalProperties']
  const { description } = data.meta() ?? {}
  const names = texts === null ? null : Object.keys(texts.shape).map((name) => `\`${name}\``)
  const full = names === null ? '' : ` Only with \`content: full\`: ${names.join(', ')}.`
  return { ...schema, description: `${description}${full}` }
}

function nameOf({ data }: CatalogEntry): string {
  return String(data.meta()?.id)
}

function webhookOf(type: EventType) {
  const entry = catalog[type]
  const schema = {
    type: 'object',
    required: ['_id', 'type', 'timestamp', 'version', 'organization_id', 'project_id', 'data'],
    properties: {
      _id: { type: 'string', description: 'The same in every try; also the header `webhook-id`.' },
      type: { type: 'string', const: type },
      timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
      version: { type: 'string', format: 'date', description: 'The day of the shape of `data`.' },
      organization_id: { type: 'string' },
      project_id: { type: 'string' },
      data: { $ref: `#/components/schemas/${nameOf(entry)}` },
      truncated: { type: 'boolean', description: 'Above 64 KiB, `data` has only its ids.' },
    },
  }
  const example = {
    _id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d18',
    type,
    timestamp: '2026-11-21T09:01:38.250Z',
    version: eventVersion,
    organization_id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d01',
    project_id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d02',
    data: entry.example,
  }
  return {
    post: {
      operationId: `on ${type}`.replaceAll(/[ ._](\w)/g, (_, letter: string) => letter.toUpperCase()),
      summary: type,
      description: entry.when,
      tags: ['Events'],
      requestBody: {
        required: true,
        content: {
          'application/json': { schema, examples: { event: { summary: entry.when, value: example } } },
        },
      },
      responses: {
        '2XX': { description: 'Taken. Any other answer is a failure, and the event comes again.' },
      },
    },
  }
}
