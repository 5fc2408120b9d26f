import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readRows } from './read-rows.ts'

describe('a CSV file', () => {
  for (const [title, end] of [
    ['LF', '\n'],
    ['CR LF', '\r\n'],
    ['CR', '\r'],
  ] as const)
    it(`has the separator of its first line, which ends by ${title}`, async () => {
      const lines = ['phone_number;note', '+4930123456;"Hi, please, call, soon"', '+4930123457;b']
      const rows = []
      for await (const group of readRows(Buffer.from(`${lines.join(end)}${end}`), 'csv')) rows.push(...group)
      assert.deepEqual(
        rows.map(({ customer }) => customer),
        [
          { phone_number: '+4930123456', note: 'Hi, please, call, soon' },
          { phone_number: '+4930123457', note: 'b' },
        ],
      )
    })
})
