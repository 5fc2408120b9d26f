import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { csvOf } from './csv.ts'

describe('csvOf', () => {
  it('quotes what must be quoted, and keeps spreadsheets from running text', () => {
    const [mark, ...text] = csvOf([
      ['a', 'b "c"', 'd,e'],
      ['=1+1', -5, null],
      [' =HYPERLINK("x")', '+41', '@x'],
      ['line\nbreak', 'Ä 北', ' spaced'],
    ])
    assert.equal(mark, '\uFEFF')
    assert.deepEqual(text.join('').split('\r\n'), [
      'a,"b ""c""","d,e"',
      `'=1+1,-5,`,
      `"' =HYPERLINK(""x"")",'+41,'@x`,
      '"line\nbreak",Ä 北," spaced"',
      '',
    ])
  })
})
