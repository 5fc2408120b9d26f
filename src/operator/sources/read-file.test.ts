import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readFile } from './read-file.ts'

/** Returns the passages of a text file, or what is wrong with it. */
async function passages(type: string, bytes: Buffer, contentType = ''): Promise<string[]> {
  const reading = await readFile(type, { bytes, name: 'notes', language: 'en', contentType })
  return reading.kind === 'fault' ? [reading.message] : reading.document.chunks.map(({ text }) => text)
}

describe('readFile', () => {
  it('reads a text in the charset that its server names', async () => {
    const russian = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])
    const japanese = Buffer.from([0x90, 0xdd, 0x92, 0xe8])
    assert.deepEqual(await passages('text/plain', russian, 'text/plain; charset=windows-1251'), ['Привет'])
    assert.deepEqual(await passages('text/markdown', japanese, 'text/markdown; charset=Shift_JIS'), ['設定'])
    // Without a charset it is UTF-8, else Windows-1252.
    assert.deepEqual(await passages('text/plain', Buffer.from('Grüße')), ['Grüße'])
    assert.deepEqual(await passages('text/plain', Buffer.from('Grüße', 'latin1')), ['Grüße'])
    assert.deepEqual(await passages('text/plain', Buffer.from('\ufeffGrüße', 'utf16le')), ['Grüße'])
  })

  it('separates the words around a page break', async () => {
    assert.deepEqual(await passages('text/plain', Buffer.from('last\ffirst\vsecond\u0085third')), [
      'last\nfirst\nsecond\nthird',
    ])
  })

  it('takes no charset from markup that a text is about', async () => {
    const text = 'Grüße: put `<meta charset="iso-8859-1">` in the head.'
    assert.deepEqual(await passages('text/markdown', Buffer.from(text)), [text.replaceAll('`', '')])
    const declaration = '<?xml version="1.0" encoding="iso-8859-1"?> begins a Café menu.'
    assert.deepEqual(await passages('text/plain', Buffer.from(declaration)), [declaration])
  })
})
