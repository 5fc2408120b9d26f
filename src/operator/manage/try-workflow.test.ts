import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { operator } from '../../../test/support/source-author.ts'
import { signInAs } from '../../../test/support/users.ts'
import type { Browser } from '../../../test/support/users.ts'
import { watchLoop } from '../../../test/support/watch-loop.ts'
import { startThreadTime } from '../../base/thread-time.ts'
import { sql } from '../../db/sql.ts'
import { addSource } from '../../sources/add-source.ts'
import { readMarkdown } from '../../sources/index/read-text.ts'

const definition = {
  start: 'greet',
  steps: {
    greet: { kind: 'say', text: 'Hello {{ customer.name }}.', next: 'ask' },
    ask: {
      kind: 'listen',
      text: 'Shall we call back?',
      variable: 'answer',
      next: 'decide',
      no_input: 'bye',
    },
    decide: {
      kind: 'choose',
      branches: [{ variable: 'answer', contains: 'price', next: 'search' }],
      otherwise: 'note',
    },
    search: {
      kind: 'look_up',
      question: '{{ variables.answer }}',
      into: 'found',
      next: 'read',
      otherwise: 'note',
    },
    read: { kind: 'say', text: '{{ variables.found }}', next: 'connect' },
    note: { kind: 'open_ticket', subject: 'Call {{ customer.name }}: {{ variables.answer }}', next: 'bye' },
    connect: { kind: 'transfer', to: '+14155550123', variable: 'reached', next: 'bye' },
    bye: { kind: 'hang_up', text: 'Goodbye.' },
  },
}

interface Trial {
  turns: {
    steps: string[]
    lines: { role: string; text: string }[]
    tickets: { subject: string | null }[]
    variables: Record<string, string>
  }[]
  waits: { step: string; kind: string; input: string | null } | null
}

describe('POST …/workflows/try', () => {
  let service: Service
  let viewer: Browser
  let path: string
  before(async () => {
    service = await startService({ carrier: { api_url: 'http://127.0.0.1:9' } })
    viewer = await signInAs(service, 'viewer')
    path = `/api/organizations/${service.organizationId}/projects/${service.projectId}/workflows/try`
  })
  after(() => service[Symbol.asyncDispose]())

  const tryWith = async (inputs: object[]): Promise<Trial> => {
    const { status, body } = await viewer.request('POST', path, {
      definition,
      customer: { name: 'Ada' },
      inputs,
    })
    assert.equal(status, 200, body.message)
    return body.data
  }

  it('runs up to the step that waits, with its steps and its words', async () => {
    const { turns, waits } = await tryWith([])
    assert.deepEqual(
      turns.map(({ steps }) => steps),
      [['greet', 'ask']],
    )
    assert.deepEqual(
      turns[0]!.lines.map(({ text }) => text),
      ['Hello Ada.', 'Shall we call back?'],
    )
    assert.deepEqual(waits, { step: 'ask', kind: 'listen', input: 'both' })
  })

  it('goes on with what the customer says, and shows the ticket that a call would open', async () => {
    const { turns, waits } = await tryWith([{ kind: 'speech', text: 'Tomorrow' }, { kind: 'silence' }])
    assert.equal(turns.length, 2, 'what comes after the end is left unread')
    assert.deepEqual(turns[1]!.steps, ['decide', 'note', 'bye'])
    assert.deepEqual(turns[1]!.tickets, [{ subject: 'Call Ada: Tomorrow' }])
    assert.equal(waits, null)
    const [row] = await service.context.db.query<{ tickets: number }>(sql`
      select count(*) as tickets from tickets where organization_id = ${service.organizationId}`)
    assert.equal(row!.tickets, 0, 'nothing is stored')
  })

  it('searches the knowledge base as a call does, and takes how a transfer ended', async () => {
    const question = { kind: 'speech', text: 'What is the price?' }
    assert.deepEqual((await tryWith([question])).turns[1]!.steps, ['decide', 'search', 'note', 'bye'])
    const document = readMarkdown(
      '# Prices\n\nThe price of the yearly plan is 120 dollars.\n',
      'prices.md',
      'en',
    )
    assert.ok(document)
    const { context, organizationId: organization_id, projectId: project_id } = service
    const from = { kind: 'file', type: 'text/markdown' } as const
    await addSource(context, {
      organization_id,
      project_id,
      name: 'prices.md',
      document,
      byteSize: 60,
      from,
      author: operator,
    })
    const found = await tryWith([question, { kind: 'transfer_ended', status: 'busy' }])
    assert.deepEqual(found.turns.map(({ steps }) => steps).slice(1), [
      ['decide', 'search', 'read', 'connect'],
      ['bye'],
    ])
    assert.match(found.turns[1]!.variables['found'] ?? '', /120 dollars/)
    assert.equal(found.turns[2]!.variables['reached'], 'busy')
  })

  it('answers within 2 s where each text takes as long as it may, and says why texts were cut', async () => {
    const slow = '{% for a in (1..400) %}{% for b in (1..400) %}{% assign x = b %}{% endfor %}{% endfor %}'
    const says = Array.from({ length: 99 }, (_, at): [string, object] => [
      `say${at}`,
      { kind: 'say', text: slow, next: at === 98 ? 'ask' : `say${at + 1}` },
    ])
    const ask = { kind: 'listen', variable: 'answer', no_input: 'say0', next: 'bye' }
    const usedMs = startThreadTime()
    const watch = watchLoop()
    const { status, body } = await viewer.request('POST', path, {
      definition: { start: 'say0', steps: { ...Object.fromEntries(says), ask, bye: { kind: 'hang_up' } } },
      inputs: Array.from({ length: 50 }, () => ({ kind: 'silence' })),
    })
    const { longestMs } = watch.stop()
    assert.equal(status, 200, body.message)
    assert.ok(usedMs() < 2_000, `${usedMs()} ms`)
    assert.ok(longestMs < 1_000, `${longestMs} ms without a pause`)
    const { turns } = body.data as unknown as Trial
    const said = turns.map(({ lines }) => lines.map(({ text }) => text).join('\n'))
    assert.equal(said.length, 51)
    assert.match(said[0]!, /The text of the step "say98" was cut short: filling it takes too long\./)
    assert.match(said[50]!, /step "say0" was cut short: the texts before it took too long\./)
  })

  it('refuses a definition at fault, with the place of each fault (400)', async () => {
    const { status, body } = await viewer.request('POST', path, {
      definition: { start: 'nowhere', steps: { a: { kind: 'hang_up' } } },
    })
    assert.equal(status, 400)
    assert.equal((body['faults'] as { path: string }[])[0]!.path, 'definition.start')
  })

  it('refuses an input that no step takes (400)', async () => {
    const { status, body } = await viewer.request('POST', path, {
      definition,
      inputs: [{ kind: 'keys', digits: 'abc' }],
    })
    assert.equal(status, 400)
    assert.equal((body['faults'] as { path: string }[])[0]!.path, 'inputs[0].digits')
  })
})
