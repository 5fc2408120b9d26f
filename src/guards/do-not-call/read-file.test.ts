import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { csvOf } from '../../base/csv.ts'
import { whyCharactersMax } from './entry.ts'
import { readNumberFile } from './read-file.ts'

describe('a file of the do-not-call list', () => {
  it('is read as it was exported, whatever a reason begins with', async () => {
    const reasons = [
      '-10 % offer annoyed them',
      '=1+1',
      `+${'x'.repeat(whyCharactersMax - 1)}`,
      "'asked'",
      'asked',
    ]
    const file = csvOf([['number', 'why'], ...reasons.map((why) => ['+14155550123', why])])
    const rows = []
    for await (const row of readNumberFile(Readable.from([Buffer.from(file)]), null)) rows.push(row)
    assert.deepEqual(
      rows,
      reasons.map((why, index) => ({ entry: { line: index + 2, number: '+14155550123', why, until: null } })),
    )
  })
})
