import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { outcomeOfNumber, outcomesByDigits } from './outcomes.ts'

test("the README's table and the outcomes in the code are the same", () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const rows = [...readme.matchAll(/^\| +(\d\d) +\| +`(\w+)` +\| (.+?) +\|$/gm)].map((row) => row.slice(1))
  const table = Object.entries(outcomesByDigits).map(([digits, { name, summary }]) => [digits, name, summary])
  assert.deepEqual(
    rows,
    table.toSorted(([a], [b]) => Number(a) - Number(b)),
  )
})

test('numbers that answer have the digits 00 to 09 and 60 to 63, all others 10 to 59, and names are unique', () => {
  for (const [digits, { phone, creation, callbacks, ring_after_ms, queued_ms }] of Object.entries(
    outcomesByDigits,
  )) {
    const plain =
      creation.kind === 'accepted' && callbacks === 'in_order' && ring_after_ms < 1000 && queued_ms < 1000
    const number = Number(digits)
    assert.equal(plain && phone.kind === 'answers', number <= 9 || number >= 60, digits)
    assert.ok(number <= 63)
  }
  const names = Object.values(outcomesByDigits).map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
})

test('the last two digits decide in any country, and every other number answers', () => {
  assert.equal(outcomeOfNumber('+14155550110').name, 'busy')
  assert.equal(outcomeOfNumber('+46701740610').name, 'busy')
  assert.equal(outcomeOfNumber('+14155550100').name, 'answers')
  assert.equal(outcomeOfNumber('+14155550199').name, 'answers')
})
