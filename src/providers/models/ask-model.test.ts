import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { lookUp, requestTo, startModels } from '../../../test/support/models.ts'
import { AccountRests } from './account-rests.ts'
import { askModel } from './ask-model.ts'
import type { AskedResult, ModelQuestion } from './ask-model.ts'
import type { ModelAccount, ModelChannel } from './model-client.ts'

const models = await startModels()
after(() => models[Symbol.asyncDispose]())

const to = (model: string): ModelAccount => models.to('openai_compatible', model)
const spare = (model: string): ModelAccount => models.to('anthropic', model)

async function ask(
  channel: ModelChannel,
  [primary, fallback]: readonly [ModelAccount, ModelAccount | null],
  rests = new AccountRests(),
  fits: ModelQuestion['fits'] = () => true,
): Promise<{ text: string } & AskedResult> {
  const { account: _account, waits: _waits, ...request } = requestTo(primary, 'Hello', { tools: [lookUp] })
  const asked = askModel({ ...request, channel, primary, fallback, fits }, { client: models.client, rests })
  let text = ''
  for await (const piece of asked.text) text += piece
  return { text, ...(await asked.result) }
}

const kinds = ({ attempts }: AskedResult) => attempts.map(({ account, outcome }) => [account, outcome.kind])

test('the fallback answers where the primary account is busy, refuses to speak or breaks', async () => {
  for (const model of ['busy', 'cut-0']) {
    const result = await ask('voice', [to(model), spare('desk')])
    assert.equal(result.text, 'You said: Hello.')
    assert.equal(result.outcome.kind, 'finished')
    assert.equal(kinds(result)[1]?.join(), 'fallback,finished')
    assert.equal(result.attempts[0]?.firstTextMs, null)
    assert(result.attempts[1]!.firstTextMs! > 0)
  }
})

test('without a fallback the account is asked once more after 300 ms', async () => {
  const started = performance.now()
  const result = await ask('voice', [to('busy-1'), null])
  assert.equal(result.text, 'You said: Hello.')
  assert.deepEqual(kinds(result), [
    ['primary', 'busy'],
    ['primary', 'finished'],
  ])
  assert(performance.now() - started >= 295)
})

test('a call keeps what was said before a break, and a chat begins anew', async () => {
  const voice = await ask('voice', [to('cut-25'), spare('desk')])
  assert.equal(voice.text.length, 25)
  assert.deepEqual(kinds(voice), [['primary', 'broken']])
  const chat = await ask('whatsapp', [to('cut-25'), spare('desk')])
  assert.equal(chat.text, 'You said: Hello.')
  assert.deepEqual(kinds(chat), [
    ['primary', 'broken'],
    ['fallback', 'finished'],
  ])
  const none = await ask('whatsapp', [to('cut-25'), null])
  assert.equal(none.text, '')
  assert.deepEqual(kinds(none), [['primary', 'broken']])
})

test('no second request is made that the budget has no room for, after what the first one used', async () => {
  let used = 0
  const rests = new AccountRests()
  const full = await ask('whatsapp', [to('cut-25'), spare('desk')], rests, ({ kind }, tokens) => {
    used = tokens
    return kind !== 'anthropic'
  })
  assert.deepEqual(kinds(full), [['primary', 'broken']])
  const [first] = full.attempts
  assert(first!.outcome.kind === 'broken')
  assert.equal(used, first!.outcome.usage.inputTokens + first!.outcome.usage.outputTokens)
  assert(used > 0)
})

test('a refusal is not asked again', async () => {
  const result = await ask('voice', [to('refuses'), spare('desk')])
  assert.deepEqual(kinds(result), [['primary', 'refused']])
})

test('an account with many faults is left alone, and nothing is asked where all are', async () => {
  const rests = new AccountRests()
  for (let count = 0; count < 5; count++) await ask('voice', [to('busy'), spare('desk')], rests)
  const seen = models.network.requests().length
  const other = await ask('voice', [to('busy'), spare('desk')], rests)
  assert.deepEqual(kinds(other), [['fallback', 'finished']])
  assert.equal(models.network.requests().length, seen + 1)
  const full = await ask('voice', [to('busy'), spare('desk')], rests, ({ kind }) => kind !== 'anthropic')
  assert.deepEqual(full.attempts, [])
  assert(full.outcome.kind === 'busy')
  assert(full.outcome.retryAfterMs! > 20_000)
  const none = await ask('voice', [to('busy'), null], rests)
  assert.deepEqual(none.attempts, [])
  assert(none.outcome.kind === 'busy')
  assert(none.outcome.retryAfterMs! > 20_000 && none.outcome.retryAfterMs! <= 30_000)
  assert.equal(models.network.requests().length, seen + 1)
})

test('leaving the text ends the request, and no other follows', async () => {
  const { account, waits: _waits, ...request } = requestTo(to('slow-1'), 'One two three four five')
  const asked = askModel(
    { ...request, channel: 'voice', primary: account, fallback: spare('desk'), fits: () => true },
    { client: models.client, rests: new AccountRests() },
  )
  for await (const piece of asked.text) if (piece !== '') break
  assert.deepEqual(kinds(await asked.result), [['primary', 'aborted']])
})
