// Calls whose workflow hands them to an agent, over the phone network and the model network with real sockets (Rule
// 131).
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { declaredAgent, startAgentCalls } from '../../../test/support/agent-calls.ts'
import type { AgentCall, AgentCalls } from '../../../test/support/agent-calls.ts'

const transferTo = (number: string) => [{ kind: 'end_call' }, { kind: 'transfer', to: { billing: number } }]
const workflow = (agent: string) => ({
  start: 'ask',
  steps: {
    ask: { kind: 'listen', text: 'May a machine help you?', variable: 'may', next: 'hand' },
    hand: { kind: 'agent', agent, variable: 'how', next: 'which' },
    which: {
      kind: 'choose',
      branches: [{ variable: 'how', equals: 'failed', next: 'ticket' }],
      otherwise: 'rate',
    },
    ticket: { kind: 'open_ticket', subject: 'Please call {{ customer.name }}', next: 'sorry' },
    sorry: { kind: 'hang_up', text: 'Somebody will call you.' },
    rate: { kind: 'listen', text: 'How was it? ({{ variables.how }})', variable: 'rating', next: 'thanks' },
    thanks: { kind: 'hang_up', text: 'Thank you for {{ variables.rating }}.' },
  },
})

let world: AgentCalls
before(async () => {
  world = await startAgentCalls(
    [
      declaredAgent(),
      declaredAgent({ name: 'refused', model: 'refusing', tools: transferTo('+14155550111') }),
    ],
    {
      workflows: [
        { name: 'with an agent', definition: workflow('renewals') },
        { name: 'with a refused agent', definition: workflow('refused') },
      ],
    },
  )
})
after(() => world[Symbol.asyncDispose]())
beforeEach(() => {
  world.models.clearScripts()
  world.network.clearFaults()
})

const script = (input_contains: string, ...answers: object[]) =>
  world.models.addScript({ when: { input_contains }, answers: answers as never })
const goodbye = { tool: 'end_call', arguments: { farewell: 'Goodbye, Ada.' } }
const greeting = 'agent: Hello Ada, this is Acme. I am an automated assistant.'
const place = (answers: object[], campaign = 'with an agent'): Promise<AgentCall> =>
  world.call([{ speech: 'Yes.' }, ...answers], { campaign })

describe('a workflow that hands its call to an agent', () => {
  it('goes on with the workflow after the farewell', async () => {
    script('plan end', { text: 'In March.' })
    script('No', goodbye)
    const call = await place([
      { speech: 'When does my plan end?' },
      { speech: 'No, thanks.' },
      // After the farewell, until the session has ended.
      { silence: true },
      { speech: 'your time' },
    ])
    assert.equal(await call.over(), 'completed')
    assert.deepEqual(await call.transcript(), [
      'agent: May a machine help you?',
      'customer: Yes.',
      'system: An agent leads the call.',
      greeting,
      'customer: When does my plan end?',
      'agent: In March.',
      'customer: No, thanks.',
      'agent: Goodbye, Ada.',
      "system: The agent's part ended: ended.",
      'agent: How was it? (ended)',
      'customer: your time',
      'agent: Thank you for your time.',
    ])
  })

  it('goes on after a transfer whose other side has hung up', async () => {
    script('billing', { tool: 'transfer', arguments: { to: 'billing' } }, { text: 'I connect you.' })
    const call = await place([{ speech: 'Give me billing.' }, { speech: 'good' }])
    assert.equal(await call.over(), 'completed')
    assert.ok((await call.transcript()).includes('agent: How was it? (transferred)'))
  })

  it('knows that the customer wants no more calls, also where they said something after that', async () => {
    script('Thank you', { text: 'You are welcome.' })
    const call = await place([
      { speech: 'Stop calling me.' },
      { speech: 'Thank you.' },
      { silence: true },
      { speech: 'good' },
    ])
    assert.equal(await call.over(), 'completed')
    const transcript = await call.transcript()
    assert.ok(transcript.includes('agent: You are welcome.'), transcript.join('\n'))
    assert.ok(transcript.includes('agent: How was it? (opted_out)'), transcript.join('\n'))
  })

  it('goes on by its own steps where the model refuses and nobody takes the call', async () => {
    const call = await place([{ speech: 'Hello?' }], 'with a refused agent')
    assert.equal(await call.over(), 'completed')
    assert.deepEqual((await call.transcript()).slice(-3), [
      "system: The agent's part ended: failed.",
      'system: A ticket was opened: Please call Ada',
      'agent: Somebody will call you.',
    ])
  })
})
