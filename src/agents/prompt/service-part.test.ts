import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { servicePart } from './service-part.ts'
import type { ServiceFacts } from './service-part.ts'

const facts: ServiceFacts = {
  purpose: "Answers questions about\nAcme's plans.",
  channel: 'voice',
  languages: ['en-US', 'es-US'],
  replyCharacters: 500,
  tools: new Set(['look_up', 'hand_over', 'end_call', 'switch_language']),
  openHours: { timezone: 'Europe/Berlin', windows: [{ days: ['mon', 'tue'], from: '09:00', to: '17:00' }] },
}

describe('what the service adds to a prompt', () => {
  it('says purpose, channel, languages, rules and hours', () => {
    const text = servicePart(facts)
    assert.match(text, /^Purpose: Answers questions about Acme's plans\. Decline/)
    assert.match(text, /Channel: a phone call\..* At most 500 characters a reply\./)
    assert.match(text, /Language: .*\(en-US\), until you change it to .*\(es-US\) with switch_language\./)
    assert.match(text, /Open hours \(Europe\/Berlin\): mon, tue 09:00 to 17:00\.$/)
    for (const tool of ['look_up', 'hand_over', 'end_call']) assert.ok(text.includes(tool), tool)
  })

  it('says whose clock hours are by that hold where the customer is', () => {
    const text = servicePart({ ...facts, openHours: { ...facts.openHours!, timezone: 'callee' } })
    assert.match(text, /Open hours \(the customer's own time\): mon, tue 09:00 to 17:00\.$/)
  })

  it('names no tool that the agent does not have', () => {
    const text = servicePart({
      ...facts,
      tools: new Set(),
      languages: ['de'],
      channel: 'whatsapp',
      openHours: null,
    })
    assert.ok(!/look_up|hand_over|end_call|switch_language|Open hours|phone call/.test(text))
    assert.match(text, /Language: German \(de\)\./)
  })

  it('is compact', () => assert.ok(servicePart(facts).length < 2_000))
})
