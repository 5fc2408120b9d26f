import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCsvRow } from './csv-row.ts'

test('quotes what needs it', () => {
  assert.equal(
    formatCsvRow(['a,b', 'say "hi"', 'two\nlines', null, 3]),
    '"a,b","say ""hi""","two\nlines",,3\r\n',
  )
})

test('makes no cell a formula of a spreadsheet, and keeps numbers in E.164', () => {
  const cells = ['=1+1', '+1+1', '-2', '@sum', '\tx', '=cmd,"x"', '+14155550123']
  assert.equal(formatCsvRow(cells), `'=1+1,'+1+1,'-2,'@sum,'\tx,"'=cmd,""x""",+14155550123\r\n`)
})
