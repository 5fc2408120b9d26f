// openapi.json as its readers use it: a public linter, a generated client, and the answers of a running server.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { generateApi } from 'swagger-typescript-api'
import type { z } from 'zod'
import { operationExamples } from '../src/app/api-examples.ts'
import { renderReference } from '../src/app/reference/render-reference.ts'
import type { Schema } from '../src/app/reference/render-schema.ts'
import { serveProjectApi } from '../src/app/server.ts'
import { createApp } from '../src/http/create-app.ts'
import { startService } from './support/service.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = readFileSync(path.join(root, 'openapi.json'), 'utf8')
const document = JSON.parse(source) as {
  openapi: string
  tags: { name: string; description: string }[]
  info: { title: string }
  paths: Record<string, Record<string, Operation>>
  components: object
}
const operationsOf = ({ paths }: Pick<typeof document, 'paths'>) =>
  Object.values(paths).flatMap((methods) => Object.values(methods))
const operations = operationsOf(document)

interface Content {
  content: Record<string, { schema?: Schema; examples?: Record<string, { value: unknown }> }>
}

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  parameters?: { name: string; in: string; schema?: Schema }[]
  requestBody?: Content
  responses: Record<string, Content>
}

interface RouteSchema {
  operationId: string
  body?: z.ZodType
  querystring?: z.ZodType
  response: Record<string, z.ZodType>
}

/** Returns the Zod schemas of the project API's routes by operation. */
async function readRouteSchemas(): Promise<Map<string, RouteSchema>> {
  await using service = await startService({ carrier: { api_url: 'http://127.0.0.1:9' } })
  const app = await createApp({ log: service.context.log })
  const schemas = new Map<string, RouteSchema>()
  app.addHook('onRoute', ({ method, schema }) => {
    const route = schema as RouteSchema
    if (method !== 'HEAD') schemas.set(route.operationId, route)
  })
  await app.register(async (scope) => serveProjectApi(scope as typeof app, service.context))
  await app.ready()
  await app.close()
  return schemas
}

function checkExamples(name: string, { content }: Content, schema: z.ZodType): void {
  const [media] = Object.values(content)
  const examples = Object.values(media?.examples ?? {})
  assert.ok(examples.length > 0, `${name} has no example`)
  for (const { value } of examples) {
    const { error } = schema.safeParse(value)
    assert.equal(error, undefined, `${name}: ${error?.message}`)
  }
}

/** Bodies that the server takes, and ones that it refuses for what a schema can say. */
const bodies: [operationId: string, taken: unknown, refused: unknown][] = [
  ['uploadDomain', patterns(100), patterns(101)],
  ['createCall', variable('x'.repeat(64)), variable('x'.repeat(65))],
  ['triggerCall', variable('é'.repeat(64)), variable('é'.repeat(65))],
  ['addDoNotCall', { numbers: ['+14155550123'], until: '2026-11-20' }, { until: '2026-11-20' }],
]

/** Queries that the server takes. */
const queries: [operationId: string, query: Record<string, string>][] = [
  ['projectChatAnalytics', { start_date: '2026-11-20', end_date: '2026-11-21T10:00' }],
  ['organizationChatAnalytics', { start_date: '2026-11-20T09', end_date: '2026-11-21T10:00:00+01' }],
  ['listCustomerProfiles', { date_from: '2026-11-20', date_to: '2026-11-20T10:00:00Z' }],
  ['listEvents', { from: '2026-11-20', to: '2026-11-21' }],
]

function patterns(count: number) {
  return { domain: 'example.com', include_patterns: Array.from({ length: count }, () => '/docs/**') }
}

function variable(name: string) {
  return { phone_number: '+14155550123', [name]: 'x' }
}

/** Returns whether the value fits a schema of the document. Formats are those of RFC 3339. */
function fits(schema: Schema | undefined, value: unknown): boolean {
  assert.ok(schema)
  const ajv = new Ajv2020({ strict: false })
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/)
  return ajv.validate({ ...schema, components: document.components }, value)
}

describe('the OpenAPI document', () => {
  it('passes the recommended rules of a public linter', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source, config, absoluteRef: path.join(root, 'openapi.json') })
    // Where the service runs is the operator's: the server is named by a relative address on purpose.
    const faults = problems.filter(({ ruleId }) => ruleId !== 'no-server-example.com')
    assert.deepEqual(
      faults.map(({ ruleId, message, location }) => ({ ruleId, message, at: location[0]?.pointer })),
      [],
    )
  })

  it('makes a client that compiles', async () => {
    const folder = mkdtempSync(path.join(root, 'node_modules/.cache/client-'))
    try {
      const made = await generateApi({ input: path.join(root, 'openapi.json'), output: false, silent: true })
      const [client] = made.files
      assert.ok(client)
      for (const name of ['triggerCall', 'createCall', 'listCampaigns', 'listProjects'])
        assert.ok(client.fileContent.includes(`${name}:`), name)
      const file = path.join(folder, 'client.ts')
      writeFileSync(file, client.fileContent)
      const flags = [
        '--ignoreConfig',
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--target',
        'esnext',
        '--module',
        'nodenext',
        '--lib',
        'esnext,dom,dom.iterable',
      ]
      execFileSync(path.join(root, 'node_modules/.bin/tsc'), [...flags, file], { encoding: 'utf8' })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('describes every route of the project API, and every status that its tests meet', async () => {
    await using service = await startService({ carrier: { api_url: 'http://127.0.0.1:9' } })
    assert.deepEqual(JSON.parse(await (await fetch(`${service.url}/openapi.json`)).text()), document)
    const endpoints = globSync('src/*/api/*.ts', { cwd: root })
      .map((file) => path.join(root, file))
      .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    for (const [route, operations] of Object.entries(document.paths))
      for (const [method, { operationId, responses }] of Object.entries(operations)) {
        const endpoint = endpoints.find(({ text }) => text.includes(`operationId: '${operationId}'`))
        assert.ok(endpoint, `${method} ${route}: no file in src/*/api has the operationId ${operationId}`)
        const test = readFileSync(endpoint.file.replace(/\.ts$/, '.test.ts'), 'utf8')
        // The limits of keys refuse every operation alike: src/keys/limits/request-limits.test.ts.
        const refusesMany = /refusalsOf\([^)]*429/.test(endpoint.text)
        for (const status of Object.keys(responses))
          if ((status !== '500' || method === 'post') && (status !== '429' || refusesMany))
            assert.ok(test.includes(status), `${method} ${route}: no test meets ${status}`)
      }
  })

  it('declares each tag that an operation has, with a description, and no other', () => {
    const declared = document.tags.map(({ name }) => name)
    assert.ok(document.tags.every(({ description }) => description.length > 0))
    assert.deepEqual(new Set(operations.flatMap(({ tags }) => tags)), new Set(declared))
  })

  it('says in all summaries, also of the management API, "Get" for what gets, and "an" before a vowel', () => {
    const management = readFileSync(path.join(root, 'management-openapi.json'), 'utf8')
    const summaries = [...operations, ...operationsOf(JSON.parse(management) as typeof document)]
    for (const { operationId, summary } of summaries) {
      if (operationId.startsWith('get')) assert.match(summary, /^(?:Get|Count|Export) /, operationId)
      assert.doesNotMatch(summary, /\ba [aeio]/i, operationId)
    }
  })

  it('has an example of each request body, success and error, each of which fits its schema', async () => {
    const schemas = await readRouteSchemas()
    assert.deepEqual(Object.keys(operationExamples).sort(), [...schemas.keys()].sort())
    for (const { operationId, requestBody, responses } of operations) {
      const { body, response } = schemas.get(operationId)!
      if (requestBody !== undefined) checkExamples(`${operationId}: request`, requestBody, body!)
      for (const [status, given] of Object.entries(responses))
        checkExamples(`${operationId}: ${status}`, given, response[status]!)
    }
  })

  it('has the bounds and forms of what the server takes', async () => {
    const schemas = await readRouteSchemas()
    const operationOf = (id: string) => operations.find(({ operationId }) => operationId === id)
    for (const [id, taken, refused] of bodies) {
      const schema = operationOf(id)?.requestBody?.content['application/json']?.schema
      for (const [body, isTaken] of [
        [taken, true],
        [refused, false],
      ] as const) {
        const name = `${id}: ${JSON.stringify(body).slice(0, 100)}`
        assert.equal(schemas.get(id)?.body?.safeParse(body).success, isTaken, name)
        assert.equal(fits(schema, body), isTaken, name)
      }
    }
    for (const [id, query] of queries) {
      assert.equal(schemas.get(id)?.querystring?.safeParse(query).success, true, id)
      for (const [name, value] of Object.entries(query)) {
        const parameter = operationOf(id)?.parameters?.find((each) => each.name === name)
        assert.ok(fits(parameter?.schema, value), `${id}: ${name}=${value}`)
      }
    }
  })

  it('has an example of each refusal of an operation, under a status that the operation documents', () => {
    for (const { operationId, responses } of operations)
      for (const { code, status } of operationExamples[operationId]!.refusals ?? [])
        assert.ok(
          responses[status] !== undefined,
          `${operationId}: ${code} is a ${status}, which it does not document`,
        )
  })

  for (const page of ['/docs', '/docs/management'])
    it(`has a reference at ${page} that asks nothing of other hosts and runs nothing inline`, async () => {
      await using service = await startService({ carrier: { api_url: 'http://127.0.0.1:9' } })
      const response = await fetch(`${service.url}${page}`)
      assert.equal(response.status, 200)
      const html = await response.text()
      const found = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!)
      const assets = found.filter((asset) => !asset.startsWith('#'))
      assert.ok(assets.length >= 4)
      for (const asset of assets) {
        const url = new URL(asset, response.url)
        assert.equal(url.origin, service.url)
        // Without a build, the dashboard says so (503).
        if (!url.pathname.startsWith('/app')) assert.equal((await fetch(url)).status, 200, asset)
      }
      const policy = response.headers.get('content-security-policy') ?? ''
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'/)
      assert.doesNotMatch(policy, /unsafe|\*|https?:/)
      assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)|<style|\s(?:style|on\w+)=/)
      const places = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map((match) => `#${match[1]}`))
      for (const link of found.filter((asset) => asset.startsWith('#')))
        assert.ok(places.has(link), `${link} leads nowhere`)
    })

  it('has every operation and object on the reference, and its text never as markup', async () => {
    const shown = {
      address: '/docs',
      documentAddress: '/openapi.json',
      header: 'X-API-Key: $SWITCHBOARD_KEY',
    }
    const html = renderReference(document, shown, [])
    for (const { operationId } of operations) assert.ok(html.includes(`id="${operationId}"`), operationId)
    const attack = '<img src=x onerror=alert(1)>'
    const hostile = { ...document, info: { title: attack, description: attack } }
    assert.doesNotMatch(renderReference(hostile, shown, []), /<img/)
  })
})
