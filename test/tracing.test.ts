// Traces as a collector receives them: OTLP over HTTP on loopback.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { startTracing } from '../src/app/tracing.ts'
import { runSpan, spanChannel } from '../src/base/trace-span.ts'
import { sendOnce } from '../src/providers/send-once.ts'
import { list, read } from './support/page.ts'
import { eventually, send, startService } from './support/service.ts'
import type { Service } from './support/service.ts'

interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status?: { code?: number }
}
interface Export {
  resourceSpans: {
    resource: { attributes: SentSpan['attributes'] }
    scopeSpans: { spans: SentSpan[] }[]
  }[]
}

const spans: SentSpan[] = []
const bodies: string[] = []
const keys = new Set<string | string[] | undefined>()
let collector: Awaited<ReturnType<typeof listening>>
let service: Service
let tracing: AsyncDisposable
const contact = { name: 'Ada Unmistakable', email: 'ada@unmistakable.example' }

async function listening(handler: http.RequestListener) {
  const server = http.createServer(handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, [Symbol.asyncDispose]: async () => void server.close() }
}

before(async () => {
  collector = await listening((request, response) => {
    const chunks: Buffer[] = []
    keys.add(request.headers['x-collector-key'])
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      bodies.push(text)
      const sent = JSON.parse(text) as Export
      for (const { scopeSpans } of sent.resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  service = await startService()
  tracing = startTracing({
    endpoint: collector.url,
    headers: { 'x-collector-key': 'of-the-collector' },
    ratio: 1,
    serviceName: 'switchboard',
    version: '0.0.0',
    instanceId: 'test',
  })
})
after(async () => {
  await tracing?.[Symbol.asyncDispose]()
  await service?.[Symbol.asyncDispose]()
  await collector?.[Symbol.asyncDispose]()
})

const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
const phone = '+14155550100'

const calls = () =>
  `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['Script']}/calls`

/** Places a call as part of the caller's trace, and returns the spans of the request once all are there. */
async function placeTraced(flags: string): Promise<number> {
  const { status } = await service.request('POST', calls(), {
    body: { phone_number: phone, ...contact },
    headers: { traceparent: `00-${caller.traceId}-${caller.spanId}-${flags}` },
  })
  return status
}

const valueOf = ({ attributes }: SentSpan, key: string) => {
  const value = attributes.find((each) => each.key === key)?.value
  return value?.stringValue ?? value?.intValue
}

describe('traces', () => {
  it('show a request of a caller, its transaction and statements, and the request to the provider', async () => {
    assert.equal(await placeTraced('01'), 200)
    const root = await eventually(
      'the request is there',
      () => spans.find(({ parentSpanId }) => parentSpanId === caller.spanId) ?? null,
    )
    const ofTrace = spans.filter(({ traceId }) => traceId === caller.traceId)
    const route = '/organizations/:organization_id/projects/:project_id/campaigns/:campaign_id/calls'
    assert.equal(root.name, `POST ${route}`)
    assert.equal(valueOf(root, 'http.route'), route)
    assert.equal(valueOf(root, 'http.response.status_code'), 200)
    const above = (span: SentSpan): string[] => {
      const parent = ofTrace.find(({ spanId }) => spanId === span.parentSpanId)
      return parent === undefined ? [] : [parent.name, ...above(parent)]
    }
    const find = (name: string) => ofTrace.find((span) => span.name === name)
    const lookUp = find('select api_keys')
    const provider = find('POST provider')
    const statement = ofTrace.find((span) => above(span).includes('transaction'))
    assert.ok(lookUp && provider && statement, ofTrace.map(({ name }) => name).join())
    assert.deepEqual(above(lookUp), [root.name])
    assert.equal(above(provider).at(-1), root.name)
    assert.equal(above(statement).at(-1), root.name)
    assert.equal(valueOf(provider, 'http.response.status_code'), 201)
    assert.equal(valueOf(statement, 'db.system.name'), 'postgresql')
  })

  it('have neither numbers, names, keys nor what was asked for', async () => {
    await eventually('spans are there', () => (spans.length > 5 ? true : null))
    const all = bodies.join('\n')
    assert.ok(all.includes('switchboard.request_id'))
    for (const secret of [phone.slice(1), contact.name, contact.email, service.key, 'a-token-of-the-sandbox'])
      assert.ok(!all.includes(secret), `${secret} is in the trace`)
    assert.deepEqual([...keys], ['of-the-collector'])
  })

  it('are not handed to the carrier', async () => {
    const received: http.IncomingHttpHeaders[] = []
    await using provider = await listening((request, response) => {
      received.push(request.headers)
      response.end('{}')
    })
    const url = new URL(provider.url)
    const request = {
      providerName: 'the carrier',
      method: 'POST' as const,
      url,
      headers: {},
      body: '',
      givenHosts: null,
      givenBy: null,
    }
    const limits = { connectTimeoutMs: 30_000, requestTimeoutMs: 30_000, answerBytesMax: 1_000 }
    const answered = await runSpan(
      () => ({ name: 'around', kind: 'internal', attributes: {} }),
      async (span) => {
        assert.match(span?.traceparent ?? '', /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
        return sendOnce(request, limits)
      },
    )
    assert.equal(answered.kind, 'answered')
    assert.equal(received.length, 1)
    assert.deepEqual(
      Object.keys(received[0]!).filter((name) => /trace|baggage/.test(name)),
      [],
    )
  })

  it('are left out where the caller says so', async () => {
    const before = spans.length
    const trace = '11111111111111111111111111111111'
    await send(service.url, service.readKey, 'GET', calls())
    const { status } = await service.request('GET', calls(), {
      headers: { traceparent: `00-${trace}-${caller.spanId}-00` },
    })
    assert.equal(status, 200)
    await eventually('later spans are there', () => (spans.length > before ? true : null))
    assert.ok(spans.every(({ traceId }) => traceId !== trace))
  })

  it('begin a trace of their own where the header is malformed', async () => {
    const { status } = await service.request('GET', calls(), { headers: { traceparent: '00-0-0-01' } })
    assert.equal(status, 200)
    await eventually('a request without a caller is there', () =>
      spans.some(({ name, parentSpanId }) => name.startsWith('GET ') && !parentSpanId) ? true : null,
    )
  })

  it('load their libraries only where traces are wanted', () => {
    const sources = list(['src/**/*.ts']).filter((file) => !file.endsWith('.test.ts'))
    const naming = (text: string) => sources.filter((file) => read(file).includes(text))
    assert.deepEqual(naming("from '@opentelemetry/"), ['src/app/tracing.ts'])
    assert.deepEqual(naming('app/tracing.ts'), ['src/cli/run-service.ts'])
    assert.ok(read('src/cli/run-service.ts').includes("await import('../app/tracing.ts')"))
  })

  it('end with what subscribes to them', async () => {
    await tracing[Symbol.asyncDispose]()
    assert.equal(spanChannel.hasSubscribers, false)
    assert.equal((await service.request('GET', calls())).status, 200)
  })
})
