import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeHtml } from './decode-html.ts'

const bytes = (...values: (string | number[])[]) =>
  Buffer.concat(
    values.map((value) => (typeof value === 'string' ? Buffer.from(value, 'latin1') : Buffer.from(value))),
  )

describe('the text of a document', () => {
  it('is decoded by byte order mark, then header, then markup, then the form of its bytes', () => {
    const utf8 = Buffer.from('Zoë')
    for (const [what, body, contentType, expected] of [
      ['UTF-8 by default', utf8, 'text/html', 'Zoë'],
      ['Windows-1252 where it is no UTF-8', bytes('Zo', [0xeb], ' ', [0x80]), 'text/html', 'Zoë €'],
      ['the header', bytes([0xc4, 0xb8]), 'text/html; charset="GB2312"', '母'],
      [
        'the header before the markup',
        bytes('<meta charset=utf-8>', [0xe9]),
        'text/html;charset=latin1',
        '<meta charset=utf-8>é',
      ],
      ['the markup', bytes('<meta charset=koi8-r>', [0xf0]), 'text/html', '<meta charset=koi8-r>П'],
      [
        'an older markup',
        bytes('<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">', [0x82, 0xa0]),
        'text/html',
        '<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">あ',
      ],
      ['the mark before the header', bytes([0xef, 0xbb, 0xbf], 'x'), 'text/html; charset=utf-16', 'x'],
      ['UTF-16 by its mark', bytes([0xff, 0xfe, 0x78, 0x00]), 'text/html', 'x'],
      ['a charset that does not exist', utf8, 'text/html; charset=none-such', 'Zoë'],
      [
        'markup that can not be UTF-16',
        bytes('<meta charset=utf-16>x'),
        'text/html',
        '<meta charset=utf-16>x',
      ],
    ] as const)
      assert.equal(decodeHtml(body, contentType), expected, what)
  })
})
