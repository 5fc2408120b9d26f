import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fc } from '../../test/support/properties.ts'
import { lineBytesMax, readLines } from './read-lines.ts'
import type { Line } from './read-lines.ts'

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

async function linesOf(content: string | Buffer, size = 7): Promise<Line[]> {
  const bytes = Buffer.from(content)
  return (await Array.fromAsync(readLines(inPieces(bytes, size)))).flat()
}

describe('the lines of a file', () => {
  it('are the same with either line ending, with and without one at the end', async () => {
    const expected = [
      { number: 1, text: '{"a":1}', fault: null },
      { number: 3, text: '{"é":"€"}', fault: null },
    ]
    for (const content of [
      '{"a":1}\n\n{"é":"€"}\n',
      '{"a":1}\r\n  \r\n{"é":"€"}',
      '\ufeff{"a":1}\n\n{"é":"€"}\n\n',
    ])
      assert.deepEqual(await linesOf(content), expected)
  })

  it('do not depend on where the stream is split', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n]/g, ' '))),
        fc.integer({ min: 1, max: 50 }),
        async (texts, size) => {
          const found = await linesOf(texts.map((text) => `${text}\n`).join(''), size)
          const expected = texts.flatMap((text, index) => {
            const line = index === 0 ? text.replace(/^\ufeff/, '') : text
            return /\S/.test(line) ? [{ number: index + 1, text: line, fault: null }] : []
          })
          assert.deepEqual(found, expected)
        },
      ),
    )
  })

  it('that are too long are faults, and the next lines are read', async () => {
    const longest = 'x'.repeat(lineBytesMax)
    const lines = await linesOf(`${longest}\r\n${longest}x\n${longest}yz${longest}\nlast`, 60_000)
    const read = lines.map(({ number, text, fault }) => [number, text?.length ?? null, fault !== null])
    assert.deepEqual(read, [
      [1, lineBytesMax, false],
      [2, null, true],
      [3, null, true],
      [4, 4, false],
    ])
  })

  it('that are not UTF-8 are faults', async () => {
    const lines = await linesOf(Buffer.from([0x61, 0x0a, 0xff, 0xfe, 0x0a, 0x62]))
    assert.deepEqual(
      lines.map(({ text }) => text),
      ['a', null, 'b'],
    )
  })
})
