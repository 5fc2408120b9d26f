import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { csvOf, formatCsvRow, textOfCell } from './csv.ts'

describe('csvOf', () => {
  it('begins with a byte order mark and quotes what must be quoted', () => {
    const [mark, ...text] = csvOf([
      ['a', 'b "c"', 'd,e', 3, null],
      ['line\nbreak', 'Ä 北', ' spaced', -5, 'x;y'],
    ])
    assert.equal(mark, '\uFEFF')
    assert.deepEqual(text.join('').split('\r\n'), [
      'a,"b ""c""","d,e",3,',
      '"line\nbreak",Ä 北," spaced",-5,"x;y"',
      '',
    ])
  })
})

describe('formatCsvRow', () => {
  it('makes no cell a formula of a spreadsheet, and keeps numbers in E.164', () => {
    const cells = ['=1+1', '+1+1', '-2', '@sum', ' =HYPERLINK("x")', '=cmd,"x"', '+14155550123']
    assert.equal(
      formatCsvRow(cells),
      `'=1+1,'+1+1,'-2,'@sum,"' =HYPERLINK(""x"")","'=cmd,""x""",+14155550123\r\n`,
    )
  })
})

describe('textOfCell', () => {
  it('reads back what was no formula, and leaves other apostrophes', () => {
    for (const text of [
      '=1+1',
      '-10 % offer',
      '@sum',
      ' =A1',
      '＝A1',
      'asked',
      '+14155550123',
      "'asked'",
      "'=1+1",
      "''=1+1",
      "' +1",
      "'",
      '',
    ])
      assert.equal(textOfCell(formatCsvRow([text]).trimEnd()), text)
  })
})
