import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { codeMeanings, meaningOf, unlistedFault, unlistedLimit, unlistedRefusal } from './error-codes.ts'
import type { CodeMeaning } from './error-codes.ts'

function row(code: string, { verdict, about, retryAfterMs, reason }: CodeMeaning): string {
  const aboutText = about === null ? '–' : `\`${about}\``
  const pause = retryAfterMs === null ? '–' : `${retryAfterMs / 1_000} s`
  return `| ${code} | \`${verdict}\` | ${aboutText} | ${pause} | ${reason} |`
}

test('README.md lists exactly the codes of the table, each with what it means', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')
  const listed = readme
    .split('\n')
    .filter((line) => /^\| +\d[\d-]* +\|/.test(line))
    .map((line) => line.replace(/ +\|/g, ' |').replace(/\| +/g, '| '))
  const permissions = meaningOf(200)
  assert(permissions !== null)
  const expected = [
    ...[...codeMeanings].map(([code, meaning]) => row(String(code), meaning)),
    row('200-299', permissions),
  ]
  assert.deepEqual(listed.toSorted(), expected.toSorted())
})

test('each code has its verdict', () => {
  const verdicts = {
    unknown: [1, 2, 131000, 131016, 133004],
    rate_limit: [4, 80007, 130429, 131048, 131064, 133016],
    pair_limit: [131056],
    passing_fault: [131057],
  }
  const others = new Map(
    Object.entries(verdicts).flatMap(([name, codes]) => codes.map((code) => [code, name])),
  )
  for (const [code, { verdict }] of codeMeanings)
    assert.equal(verdict, others.get(code) ?? 'rejected', String(code))
  for (const code of others.keys()) assert(codeMeanings.has(code), String(code))
})

test('each refusal has the expected subject', () => {
  const abouts = {
    sender: [0, 3, 10, 33, 104, 190, 200, 299, 368, 131005, 131031, 131037, 131042, 131045, 133010, 134011],
    message: [100, 131008, 131009, 131051, 131052, 131053, 131055, 135000],
    recipient: [130472, 130497, 131021, 131026, 131030, 131049, 131062, 137000],
    window: [131047],
    opt_out: [131050],
    template: [131063, 132000, 132001, 132005, 132007, 132012, 132015, 132016, 132018, 132068, 134102],
  }
  for (const [about, codes] of Object.entries(abouts))
    for (const code of codes) assert.equal(meaningOf(code)?.about, about, String(code))
  for (const code of [5, 199, 300, 999, 130430, 2388001]) assert.equal(meaningOf(code), null, String(code))
})

test('every reason can follow a colon and holds no digit', () => {
  for (const { reason } of [...codeMeanings.values(), unlistedRefusal, unlistedLimit, unlistedFault])
    assert.match(reason, /^(?:[a-z]|WhatsApp )[a-zA-Z ,'-]{10,80}[a-zA-Z]$/)
})
