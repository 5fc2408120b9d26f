import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkAll as checkAgents } from './agents/checks.ts'
import { checkByteFaults } from './byte-faults.ts'
import { checkAll as checkCalls } from './checks.ts'
import { createCoverage } from './crash-points.ts'
import { checkFullUse } from './full-use.ts'
import { demandCases } from './report.ts'
import { checkAll as checkWhatsapp } from './whatsapp/checks.ts'

const calls = {
  requests: [],
  legs: [],
  history: [],
  rows: { calls: [], attempts: [], slotsHeld: 0, numbersHeld: 0, revived: [], counts: [] },
  campaigns: [],
  carriers: [],
  holds: [],
  listed: [],
  lastFaultAt: 0,
}
const whatsapp = {
  plan: [],
  history: [],
  requests: [],
  webhooks: [],
  inboundIds: [],
  stops: [],
  recount: '{"differences":{}}',
  lastFaultAt: 0,
  rows: {
    messages: [],
    quotas: [],
    events: [],
    optOuts: [],
    chatMessages: [],
    doubleChats: 0,
    doubleProfiles: 0,
    keysWithoutMessage: 0,
    quotaCommits: [],
    moves: [],
  },
}
const agents = {
  chats: [],
  calls: [],
  writes: [],
  spoken: new Map<string, string[]>(),
  bursts: [],
  silenced: [],
  accepted: [],
  rows: { inputs: [], turns: [], messages: [], received: [], sent: [] },
}

describe('a full run', () => {
  const findings = [
    ...checkCalls(calls),
    checkFullUse([]),
    checkByteFaults([], [], []),
    ...checkWhatsapp(whatsapp),
    ...checkAgents(agents),
  ]

  for (const finding of demandCases(findings))
    it(`is broken if nothing was judged: ${finding.what}`, () => {
      assert.equal(finding.judged, 0)
      assert.match(finding.breaches.at(-1)?.what ?? '', /^judged 0 cases, at least \d+ needed$/)
    })

  it('keeps a finding that has enough cases as it is', () => {
    const [finding] = findings
    const enough = { ...finding!, judged: 3, least: 3 }
    assert.deepEqual(demandCases([enough]), [enough])
  })

  it('is broken if a process never ran into one of the crash points', () => {
    const coverage = createCoverage()
    for (const point of ['reached', 'missed']) coverage.set({ point, how: 'api, before' })
    coverage.hit({ point: 'reached', how: 'api, before' })
    const [broken] = demandCases([coverage.check('crash points', ['reached', 'missed', 'never set'])])
    assert.equal(broken!.figure, '1 of 3, not missed, never set')
    assert.equal(broken!.breaches.length, 1)
    const [whole] = demandCases([coverage.check('crash points', ['reached'])])
    assert.deepEqual(whole!.breaches, [])
    const [enough] = demandCases([coverage.check('crash points', ['reached', 'missed'], 1)])
    assert.deepEqual([enough!.must, enough!.breaches], ['≥ 1', []])
  })
})
