import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readRate } from './rate-option.ts'

describe('the option of a rate', () => {
  const taken: [text: string, rate: unknown][] = [
    ['none', null],
    ['requests_per_second=50', [50, 250, 10, 50]],
    ['burst=30', [20, 30, 10, 50]],
    ['requests_per_second=1, burst=2, writes_per_second=3, write_burst=4', [1, 2, 3, 4]],
  ]
  for (const [text, rate] of taken)
    it(`takes ${text} as the declaration does`, () => {
      const read = readRate(text)
      assert.deepEqual(
        read && [read.requests_per_second, read.burst, read.writes_per_second, read.write_burst],
        rate,
      )
    })

  const refused: [text: string, message: string | RegExp][] = [
    ['requests_per_second=0', 'requests_per_second: must be >= 1'],
    ['burst=19', 'burst: must be >= requests_per_second'],
    ['write_burst=100001', 'write_burst: must be <= 100000'],
    [
      'reads_per_second=1',
      'reads_per_second: unknown field; the fields here are requests_per_second, burst, writes_per_second, write_burst',
    ],
    ['burst=30,burst=40', 'burst: must not be given twice'],
    ...['', 'all', '20', 'burst=', 'burst=-1', 'burst=1.5', 'burst=30,'].map((text): [string, RegExp] => [
      text,
      /^must be none, or such as /,
    ]),
  ]
  for (const [text, message] of refused)
    it(`refuses '${text}'`, () => {
      assert.throws(() => readRate(text), { code: 'commander.invalidArgument', message })
    })
})
