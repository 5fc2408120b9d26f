import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenHosts } from '../../../test/support/given-hosts.ts'
import { jsonAnswer, startCarrier } from '../../../test/support/scripted-carrier.ts'
import type { ScriptedCarrier } from '../../../test/support/scripted-carrier.ts'
import { listTemplates } from './templates.ts'

const account = {
  business_account_id: '200000000000001',
  access_token: 'canary-token-77',
  api_url_given_by: null,
  givenHosts,
}
const template = (name: string, more = {}) => ({
  id: '1387372356726668',
  name,
  language: 'en_US',
  status: 'APPROVED',
  category: 'UTILITY',
  parameter_format: 'NAMED',
  components: [{ type: 'BODY', text: 'Hello {{first_name}}' }],
  ...more,
})
/** Returns a page of templates. As in Meta's pages, `next` leads to another host and contains the token. */
const page = (names: string[], after?: string) => ({
  data: names.map((name) => template(name)),
  paging: {
    cursors: { before: 'x', after: after ?? 'last' },
    ...(after !== undefined && {
      next: `https://graph.example.invalid/v23.0/1/message_templates?access_token=canary&after=${after}`,
    }),
  },
})

async function readAll(meta: ScriptedCarrier) {
  return Array.fromAsync(listTemplates({ ...account, api_url: meta.url }, { answerMs: 2_000 }))
}

const afterOf = (path: string) => new URL(path, 'http://x').searchParams.get('after')

test('lists all pages by their cursors, at the same address each, without putting the token into it', async () => {
  await using meta = await startCarrier((socket, { path }) => {
    const pages: Record<string, unknown> = {
      '': page(['one', 'two'], 'A+b/='),
      // A page without cursors; the address of the next one holds it.
      'A+b/=': { ...page([], 'C'), paging: { next: page([], 'C').paging.next } },
      C: page(['three']),
    }
    socket.end(jsonAnswer(200, pages[afterOf(path) ?? '']))
  })
  const all = await readAll(meta)
  assert.deepEqual(
    all.flatMap((each) => (each.kind === 'page' ? each.templates.map(({ name }) => name) : [each.kind])),
    ['one', 'two', 'three'],
  )
  assert.equal(meta.requests.length, 3)
  for (const { method, path, headers } of meta.requests) {
    assert.equal(method, 'GET')
    assert(path.startsWith('/v23.0/200000000000001/message_templates?'))
    assert(!path.includes('canary'))
    assert.equal(headers['authorization'], 'Bearer canary-token-77')
    assert.equal(new URL(path, 'http://x').searchParams.get('limit'), '100')
  }
})

test('asks once more after a full page without the address of a next one', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `of_${index}`)
  const withoutNext = (listed: string[], after: string) => ({
    data: listed.map((name) => template(name)),
    paging: { cursors: { before: 'x', after } },
  })
  for (const [last, expected] of [
    [['more'], 101],
    [[], 100],
  ] as const) {
    await using meta = await startCarrier((socket, { path }) => {
      const isFirst = afterOf(path) === null
      socket.end(jsonAnswer(200, isFirst ? withoutNext(names, 'A') : withoutNext([...last], 'B')))
    })
    const all = await readAll(meta)
    const read = all.flatMap((each) => (each.kind === 'page' ? each.templates.map(({ name }) => name) : []))
    assert.equal(read.length, expected)
    assert.ok(all.every(({ kind }) => kind === 'page'))
    assert.deepEqual(
      meta.requests.map(({ path }) => afterOf(path)),
      [null, 'A'],
    )
  }
})

test('reads what it can of a template: an older one, one in an unknown state', async () => {
  const { parameter_format: _, components: __, category: ___, ...bare } = template('bare')
  const odd = template('odd', {
    status: 'PONDERED',
    language: 'pt-BR',
    parameter_format: 'MIXED',
    rejected_reason: 'SCAM',
    quality_score: { score: 'GREEN' },
  })
  const more = { rejected_reason: 'NONE' }
  await using meta = await startCarrier((socket) =>
    socket.end(jsonAnswer(200, { data: [template('full', more), bare, odd] })),
  )
  const [first, ...others] = await readAll(meta)
  assert.deepEqual(others, [])
  assert.deepEqual(first, {
    kind: 'page',
    templates: [
      { ...template('full'), rejected_reason: null, quality_score: null },
      {
        ...bare,
        category: null,
        parameter_format: 'POSITIONAL',
        components: [],
        rejected_reason: null,
        quality_score: null,
      },
      {
        ...template('odd'),
        status: 'PONDERED',
        language: 'pt_BR',
        parameter_format: 'POSITIONAL',
        rejected_reason: 'SCAM',
        quality_score: 'GREEN',
      },
    ],
  })
})

test('ends with a fault if the list could not be read completely', async () => {
  const error = (code: number) => ({ error: { code, type: 'OAuthException', message: 'canary' } })
  const faults: [answer: string, expected: object][] = [
    [jsonAnswer(401, error(190)), { kind: 'refused', code: '190', about: 'sender' }],
    [
      jsonAnswer(400, error(80007), { 'Retry-After': '60' }),
      { kind: 'unavailable', code: '80007', retryAfterMs: 60_000 },
    ],
    [jsonAnswer(500, error(2)), { kind: 'unavailable', code: '2', retryAfterMs: null }],
    [
      jsonAnswer(502, '<html>', { 'Content-Type': 'text/html' }),
      { kind: 'unavailable', code: null, retryAfterMs: null },
    ],
    [
      jsonAnswer(200, { data: [template('a'), { name: 'b' }] }),
      { kind: 'unavailable', code: null, retryAfterMs: null },
    ],
    [jsonAnswer(200, { templates: [] }), { kind: 'unavailable', code: null, retryAfterMs: null }],
    [jsonAnswer(200, page(['a'])).slice(0, -9), { kind: 'unavailable', code: null, retryAfterMs: null }],
  ]
  for (const [answer, expected] of faults) {
    await using meta = await startCarrier((socket, { path }) =>
      socket.end(afterOf(path) === null ? jsonAnswer(200, page(['one'], 'next')) : answer),
    )
    const [first, fault, ...others] = await readAll(meta)
    assert.equal(first?.kind, 'page')
    assert.deepEqual(others, [])
    assert(fault !== undefined && 'reason' in fault && !/canary/.test(fault.reason))
    const { reason: _, ...rest } = fault
    assert.deepEqual(rest, expected)
  }
})

test('stops reading a list that repeats pages or never ends', async () => {
  await using circle = await startCarrier((socket) => socket.end(jsonAnswer(200, page(['one'], 'same'))))
  assert.equal((await readAll(circle)).at(-1)?.kind, 'unavailable')
  assert.equal(circle.requests.length, 2)
  let count = 0
  await using endless = await startCarrier((socket) => socket.end(jsonAnswer(200, page([], String(++count)))))
  assert.equal((await readAll(endless)).at(-1)?.kind, 'unavailable')
  assert.equal(endless.requests.length, 200)
})

test('a reader who stops early or aborts sends no more requests', async () => {
  let count = 0
  await using meta = await startCarrier((socket) =>
    socket.end(jsonAnswer(200, page(['one'], String(++count)))),
  )
  for await (const read of listTemplates({ ...account, api_url: meta.url })) {
    assert.equal(read.kind, 'page')
    break
  }
  assert.equal(meta.requests.length, 1)
  const signal = AbortSignal.abort()
  const all = await Array.fromAsync(listTemplates({ ...account, api_url: meta.url }, { signal }))
  assert.deepEqual(
    all.map(({ kind }) => kind),
    ['unavailable'],
  )
  assert.equal(meta.requests.length, 1)
})
