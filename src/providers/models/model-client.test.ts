import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { watchConnections } from '../../../test/support/connections.ts'
import { endsWithin } from '../../../test/support/ends-within.ts'
import { ask, endCall, handOver, lookUp, requestTo, startModels } from '../../../test/support/models.ts'
import { eventually } from '../../../test/support/service.ts'
import { createModelClient } from './create-model-client.ts'
import { modelKinds } from './model-client.ts'
import type { ModelMessage, ModelToolCall } from './model-client.ts'

const models = await startModels()
after(() => models[Symbol.asyncDispose]())
const { client, network, to } = models
const short = { firstTextMs: 300, nextByteMs: 300 }

for (const kind of modelKinds) {
  test(`${kind}: a text comes in pieces and is whole at the end`, async () => {
    const { pieces, outcome } = await ask(client, requestTo(to(kind, 'desk'), 'My plan, please'))
    assert.equal(outcome.kind, 'finished')
    assert.deepEqual(
      { ...outcome, usage: null },
      { kind: 'finished', reason: 'stop', text: 'You said: My plan, please.', toolCalls: [], usage: null },
    )
    assert.equal(pieces.join(''), 'You said: My plan, please.')
    assert(pieces.length > 3, String(pieces))
    assert(outcome.usage.inputTokens > 5 && outcome.usage.outputTokens === 7, JSON.stringify(outcome.usage))
    assert.equal(outcome.usage.isEstimated, false)
  })

  test(`${kind}: a tool is called, and its result is spoken about`, async () => {
    const messages: ModelMessage[] = [
      { role: 'system', text: 'You answer for Acme.' },
      { role: 'assistant', text: 'Hello, this is Acme.', toolCalls: [] },
      { role: 'user', text: 'What is the price?' },
    ]
    const tools = [lookUp, endCall]
    const { outcome } = await ask(client, requestTo(to(kind, 'desk'), messages, { tools }))
    assert(outcome.kind === 'finished' && outcome.reason === 'tools', JSON.stringify(outcome))
    const [call] = outcome.toolCalls
    assert(call !== undefined)
    assert.equal(call.name, 'look_up')
    assert.deepEqual(JSON.parse(call.arguments), { question: 'What is the price?' })
    messages.push(
      { role: 'assistant', text: outcome.text, toolCalls: outcome.toolCalls },
      {
        role: 'tool',
        callId: call.id,
        name: call.name,
        result: '[2] The yearly plan costs 120 euros. It renews itself.',
      },
    )
    const spoken = await ask(client, requestTo(to(kind, 'desk'), messages, { tools, toolChoice: 'none' }))
    assert(spoken.outcome.kind === 'finished', JSON.stringify(spoken.outcome))
    assert.equal(spoken.outcome.text, 'I looked it up: The yearly plan costs 120 euros. [2]')
  })

  test(`${kind}: the desk calls only what is offered`, async () => {
    const tools = [handOver]
    const bye = await ask(client, requestTo(to(kind, 'desk'), 'Goodbye!', { tools }))
    assert(bye.outcome.kind === 'finished')
    assert.equal(bye.outcome.text, 'You said: Goodbye!')
    const human = await ask(client, requestTo(to(kind, 'desk'), 'A human, please', { tools }))
    assert(human.outcome.kind === 'finished')
    assert.deepEqual(
      human.outcome.toolCalls.map(({ name }) => name),
      ['hand_over'],
    )
    const none = await ask(
      client,
      requestTo(to(kind, 'desk'), 'A human, please', { tools, toolChoice: 'none' }),
    )
    assert(none.outcome.kind === 'finished')
    assert.deepEqual(none.outcome.toolCalls, [])
  })

  test(`${kind}: what compatible servers leave out is read or estimated`, async () => {
    for (const model of ['no-usage', 'odd-deltas']) {
      const { outcome } = await ask(client, requestTo(to(kind, model), 'The price?', { tools: [lookUp] }))
      assert(outcome.kind === 'finished' && outcome.reason === 'tools', JSON.stringify(outcome))
      assert.deepEqual(
        outcome.toolCalls.map((call) => [call.name, JSON.parse(call.arguments)]),
        [['look_up', { question: 'The price?' }]],
      )
      assert(outcome.toolCalls[0]!.id.length > 3)
      assert.equal(outcome.usage.isEstimated, true)
      assert(outcome.usage.inputTokens > 10)
    }
  })

  test(`${kind}: the bound on the output and the filter are seen`, async () => {
    const long = await ask(client, requestTo(to(kind, 'long'), 'Go on', { maxOutputTokens: 10 }))
    assert(long.outcome.kind === 'finished')
    assert.equal(long.outcome.reason, 'length')
    assert.equal(long.outcome.text.length, 40)
    const filtered = await ask(client, requestTo(to(kind, 'filtered'), 'Hello'))
    assert(filtered.outcome.kind === 'finished')
    assert.equal(filtered.outcome.reason, 'filtered')
    const broken = await ask(client, requestTo(to(kind, 'broken-json'), 'Hello', { tools: [lookUp] }))
    assert(broken.outcome.kind === 'finished')
    const [call] = broken.outcome.toolCalls
    assert(call !== undefined && call.arguments.startsWith('{"question'), JSON.stringify(call))
    assert.throws(() => JSON.parse(call.arguments) as unknown)
  })

  test(`${kind}: what a model thinks counts in the bound, which an account may raise`, async () => {
    const maxOutputTokens = 500
    const thoughts = await ask(client, requestTo(to(kind, 'reasons-500'), 'Hello', { maxOutputTokens }))
    assert(thoughts.outcome.kind === 'finished')
    assert.equal(thoughts.outcome.reason, 'length')
    assert.equal(thoughts.outcome.text, '')
    assert.equal(thoughts.outcome.usage.outputTokens, 500)
    const account = { ...to(kind, 'reasons-500'), extra: { max_tokens: 1_000 } }
    const whole = await ask(client, requestTo(account, 'Hello', { maxOutputTokens }))
    assert(whole.outcome.kind === 'finished')
    assert.equal(whole.outcome.text, 'You said: Hello.')
    assert.equal(whole.outcome.usage.outputTokens, 504)
  })

  test(`${kind}: refusals, too many requests and server faults are outcomes`, async () => {
    const refused = await ask(client, requestTo(to(kind, 'refuses'), 'My secret is 4711'))
    assert(refused.outcome.kind === 'refused')
    assert.equal(refused.outcome.status, 400)
    assert.match(refused.outcome.reason, /^HTTP 400 invalid_request/)
    const unknown = await ask(client, requestTo(to(kind, 'no such model'), 'Hello'))
    assert(unknown.outcome.kind === 'refused' && unknown.outcome.status === 404)
    const busy = await ask(client, requestTo(to(kind, 'busy'), 'Hello'))
    assert.deepEqual(busy.outcome, { kind: 'busy', retryAfterMs: 1_000 })
    const operation = kind === 'anthropic' ? 'messages' : 'chat_completions'
    for (const status of [500, 503, 408]) {
      network.addFault({ operation, model: 'desk', fault: { kind: 'status', status } })
      const { outcome } = await ask(client, requestTo(to(kind, 'desk'), 'Hello'))
      assert(outcome.kind === 'broken', JSON.stringify(outcome))
      assert.equal(outcome.characters, 0)
      assert.equal(outcome.usage.inputTokens, 0)
    }
    network.addFault({ operation, fault: { kind: 'status', status: 529 } })
    const overloaded = await ask(client, requestTo(to(kind, 'desk'), 'Hello'))
    assert.deepEqual(overloaded.outcome, { kind: 'busy', retryAfterMs: null })
    const headers = { location: `${network.url}/elsewhere` }
    network.addFault({ operation, fault: { kind: 'answer', status: 307, headers } })
    const redirected = await ask(client, requestTo(to(kind, 'desk'), 'Hello'))
    assert(redirected.outcome.kind === 'refused' && redirected.outcome.status === 307)
  })

  test(`${kind}: an answer that breaks off says after how many characters`, async () => {
    for (const model of ['cut-33', 'cut-0']) {
      const { pieces, outcome } = await ask(client, requestTo(to(kind, model), 'Hello'))
      assert(outcome.kind === 'broken', JSON.stringify(outcome))
      assert.equal(outcome.characters, Number(model.slice(4)))
      assert.equal(pieces.join('').length, outcome.characters)
      assert.equal(outcome.usage.isEstimated, true)
      assert(outcome.usage.inputTokens > 5)
    }
    const error = await ask(client, requestTo(to(kind, 'error-in-stream'), 'Hello'))
    assert(error.outcome.kind === 'broken')
    assert.equal(error.outcome.characters, 20)
    assert.match(error.outcome.reason, /^an error in the stream (server_error|api_error)$/)
  })

  test(`${kind}: a model that is quiet for too long is silent`, async () => {
    const silent = await endsWithin(2_000, () =>
      ask(client, requestTo(to(kind, 'silent'), 'Hello', { waits: short })),
    )
    assert(silent.outcome.kind === 'silent' && silent.outcome.wait === 'firstTextMs')
    const slow = await ask(client, requestTo(to(kind, 'slow-900'), 'Hello', { waits: short }))
    assert(slow.outcome.kind === 'silent' && slow.outcome.characters === 0)
    // Its first text comes at once, also on a busy machine.
    const waits = { firstTextMs: 60_000, nextByteMs: 1_000 }
    const stalled = await ask(client, requestTo(to(kind, 'stall-12'), 'Hello', { waits }))
    assert(stalled.outcome.kind === 'silent', JSON.stringify(stalled.outcome))
    assert.equal(stalled.outcome.wait, 'nextByteMs')
    assert.equal(stalled.outcome.characters, 12)
  })

  test(`${kind}: a model is not silent because this process stood still`, async () => {
    const asked = network.requests().length
    const answer = ask(
      client,
      requestTo(to(kind, 'slow-300'), 'Hello', { waits: { ...short, firstTextMs: 600 } }),
    )
    await eventually('the model is asked', async () => (network.requests().length > asked ? true : null))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
    assert.equal((await answer).outcome.kind, 'finished')
  })

  test(`${kind}: the caller ends a request by its signal or by leaving the text`, async () => {
    const ending = new AbortController()
    const asked = network.requests().length
    const first = client.ask(requestTo(to(kind, 'slow-5000'), 'Hello', { signal: ending.signal }))
    await eventually('the model is asked', async () => (network.requests().length > asked ? true : null))
    ending.abort()
    const outcome = await first.outcome
    assert(outcome.kind === 'aborted' && outcome.characters === 0 && outcome.usage.inputTokens > 0)
    const answer = client.ask(requestTo(to(kind, 'slow-1'), 'One two three four five six'))
    for await (const piece of answer.text) {
      assert.equal(piece, 'You ')
      break
    }
    const left = await answer.outcome
    assert(left.kind === 'aborted' && left.characters >= 4, JSON.stringify(left))
    const early = client.ask(requestTo(to(kind, 'desk'), 'Hello', { signal: AbortSignal.abort() }))
    assert.deepEqual(await early.outcome, {
      kind: 'aborted',
      characters: 0,
      usage: { inputTokens: 0, outputTokens: 0, isEstimated: false },
    })
  })

  test(`${kind}: a private address must be opened, and the way to it may fail`, async () => {
    const closed = createModelClient({ privateHosts: [] })
    const before = network.entries().length
    const { outcome } = await ask(closed, requestTo(to(kind, 'desk'), 'Hello'))
    assert(outcome.kind === 'refused', JSON.stringify(outcome))
    assert.equal(outcome.status, null)
    for (const baseUrl of ['https://127.0.0.1', 'https://169.254.169.254', 'http://models.example.com']) {
      const account = { ...to(kind, 'desk'), baseUrl }
      const refused = await ask(closed, requestTo(account, 'Hello'))
      assert(refused.outcome.kind === 'refused', `${baseUrl} ${JSON.stringify(refused.outcome)}`)
    }
    assert.equal(network.entries().length, before)
    const opened = createModelClient({ privateHosts: ['127.0.0.1:9'] })
    const gone = await ask(opened, requestTo({ ...to(kind, 'desk'), baseUrl: 'http://127.0.0.1:9' }, 'Hi'))
    assert(gone.outcome.kind === 'broken' && gone.outcome.usage.inputTokens === 0)
    const badKey = { ...to(kind, 'desk'), apiKey: 'a\nb' }
    const refused = await ask(client, requestTo(badKey, 'Hello'))
    assert(refused.outcome.kind === 'refused' && refused.outcome.status === null)
  })
}

test('ids of another provider and repeated ids are put right for both protocols', async () => {
  const messages: ModelMessage[] = [
    { role: 'user', text: 'One' },
    { role: 'assistant', text: '', toolCalls: [{ id: 'a:b/1', name: 'look_up', arguments: '{"q":' }] },
    { role: 'tool', callId: 'a:b/1', name: 'look_up', result: 'The first one is here.' },
    { role: 'assistant', text: 'Yes.', toolCalls: [] },
    { role: 'user', text: 'Two' },
    { role: 'assistant', text: '', toolCalls: [{ id: 'a:b/1', name: 'look_up', arguments: '{}' }] },
    { role: 'tool', callId: 'a:b/1', name: 'look_up', result: 'The second one is there.' },
  ]
  for (const kind of modelKinds) {
    const { outcome } = await ask(client, requestTo(to(kind, 'desk'), messages, { tools: [lookUp] }))
    assert(outcome.kind === 'finished', JSON.stringify(outcome))
    assert.equal(outcome.text, 'I looked it up: The second one is there.')
  }
})

test('what a server wants back with its calls goes to it alone', async () => {
  const account = to('openai_compatible', 'signs')
  const tools = [lookUp]
  const { outcome } = await ask(client, requestTo(account, 'What is the price?', { tools }))
  assert(outcome.kind === 'finished' && outcome.reason === 'tools', JSON.stringify(outcome))
  const [call] = outcome.toolCalls
  assert(call !== undefined)
  const history = (toolCall: ModelToolCall): ModelMessage[] => [
    { role: 'user', text: 'What is the price?' },
    { role: 'assistant', text: '', toolCalls: [toolCall] },
    { role: 'tool', callId: call.id, name: call.name, result: 'It costs 120 euros.' },
  ]
  const { extraContent, ...unsigned } = call
  assert.deepEqual(JSON.parse(extraContent?.json ?? ''), {
    google: { thought_signature: 'the sandbox thought of look_up' },
  })
  const spoken = await ask(client, requestTo(account, history(call), { tools }))
  assert(spoken.outcome.kind === 'finished', JSON.stringify(spoken.outcome))
  assert.equal(spoken.outcome.text, 'I looked it up: It costs 120 euros.')
  const refused = await ask(client, requestTo(account, history(unsigned), { tools }))
  assert(refused.outcome.kind === 'refused' && refused.outcome.status === 400)
  for (const kind of modelKinds) {
    const other = await ask(client, requestTo(to(kind, 'desk'), history(call), { tools }))
    assert(other.outcome.kind === 'finished', JSON.stringify(other.outcome))
    const { body } = network.requests().at(-1)!
    assert(JSON.stringify(body).includes('120 euros') && !JSON.stringify(body).includes('thought'))
  }
})

test('a name that no tool can have is not sent back', async () => {
  for (const name of ['functions.look_up', 'look up', 'nachschlagen_für', 'l'.repeat(65)]) {
    const messages: ModelMessage[] = [
      { role: 'user', text: 'One' },
      { role: 'assistant', text: '', toolCalls: [{ id: 'a', name, arguments: '{}' }] },
      { role: 'tool', callId: 'a', name, result: 'There is no such tool.' },
    ]
    for (const kind of modelKinds) {
      const { outcome } = await ask(client, requestTo(to(kind, 'desk'), messages, { tools: [lookUp] }))
      assert(outcome.kind === 'finished', JSON.stringify(outcome))
      assert.equal(outcome.text, 'The answer is: There is no such tool.')
    }
  }
})

test('further fields of an account replace, add and remove fields, but never the conversation', async () => {
  const extra = { temperature: 0.2, parallel_tool_calls: null, model: 'long', stream: false }
  const account = { ...to('openai_compatible', 'desk'), extra, outputField: 'max_completion_tokens' }
  const { outcome } = await ask(client, requestTo(account, 'Hello', { tools: [lookUp] }))
  assert(outcome.kind === 'finished')
  const body = network.requests().at(-1)?.body as Record<string, unknown>
  assert.equal(body['temperature'], 0.2)
  assert.equal(body['model'], 'desk')
  assert.equal(body['stream'], true)
  assert.equal(body['max_completion_tokens'], 1_000)
  assert(!('parallel_tool_calls' in body) && !('max_tokens' in body))
})

test('a connection serves many requests, one after the other', async () => {
  const fresh = createModelClient({ privateHosts: [new URL(network.url).host] })
  using watch = watchConnections()
  for (const kind of [...modelKinds, ...modelKinds, ...modelKinds])
    assert.equal((await ask(fresh, requestTo(to(kind, 'desk'), 'Hello'))).outcome.kind, 'finished')
  assert.equal(watch.attempts.length, 1)
  fresh.close()
})

test('a key never reaches the log of the network', () => {
  assert(!JSON.stringify(network.entries()).includes('sk-test-key'))
  const keys = network.entries().flatMap((entry) => (entry.kind === 'request' ? [entry.key] : []))
  assert(keys.includes('authorization') && keys.includes('x-api-key'))
})
