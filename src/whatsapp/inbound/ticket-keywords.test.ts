import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasKeyword, ticketSubject } from './ticket-keywords.ts'

describe('hasKeyword', () => {
  const found: [text: string, keyword: string][] = [
    ['I want a REFUND!', 'refund'],
    ['refund', 'Refund'],
    ['Where is my (refund)?', 'refund'],
    ['réclamation', 'Reclamation'],
    ['Je fais une RECLAMATION.', 'réclamation'],
    ['Große Frage', 'GROSSE'],
    ['Λόγος', 'ΛΌΓΟΣ'],
    ['please call me\nback, today', 'call  me back'],
    ['I don’t know', "don't know"],
    ['Fehler E42 am Gerät', 'e42'],
    ['我要退款谢谢', '退款'],
    ['ขอคืนเงินด้วย', 'คืนเงิน'],
    ['मुझे शिकायत करनी है', 'शिकायत'],
  ]
  for (const [text, keyword] of found)
    it(`finds “${keyword}” in “${text}”`, () => assert.equal(hasKeyword(text, ['other', keyword]), true))

  const missed: [text: string, keyword: string][] = [
    ['refunded', 'refund'],
    ['prerefund', 'refund'],
    ['call back me', 'call me back'],
    ['recall me', 'call me'],
    ['nothing', 'thing'],
    ['', 'refund'],
    ['…', 'refund'],
    ['what?', '?'],
  ]
  for (const [text, keyword] of missed)
    it(`does not find “${keyword}” in “${text}”`, () => assert.equal(hasKeyword(text, [keyword]), false))

  it('finds nothing without keywords', () => assert.equal(hasKeyword('refund', []), false))
})

describe('ticketSubject', () => {
  it('is the message as one line', () =>
    assert.equal(ticketSubject(' A\n\trefund\0 please '), 'A refund please'))

  it('is the beginning of a long message, never cut within a character', () => {
    const subject = ticketSubject(`${'x'.repeat(198)}😀😀`)
    assert.equal(subject, `${'x'.repeat(198)}…`)
    assert.equal(ticketSubject('x'.repeat(200)), 'x'.repeat(200))
  })

  it('is none of a message without text', () => assert.equal(ticketSubject(' \n '), null))
})
