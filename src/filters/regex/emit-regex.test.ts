import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { sql } from '../../db/sql.ts'
import { jsonbField, fieldsOf, textField } from '../fields.ts'
import { parseFilters } from '../parse.ts'
import { filterToSql } from '../to-sql.ts'
import { translateRegex } from './emit-regex.ts'

/** A pattern, its options, texts that match, and texts that do not. */
const findings: [pattern: string, options: string, found: string[], missed: string[]][] = [
  ['', '', ['', 'x'], []],
  ['a|', '', ['', 'b'], []],
  ['^(?:)*()$', '', [''], ['x']],
  ['line1.line2', '', ['line1 line2'], ['line1\nline2']],
  ['line1.line2', 's', ['line1\nline2'], []],
  ['^.$', '', ['😀', 'é'], ['', '\n', 'ab']],
  ['[^x]', '', ['\n'], ['x', '']],
  ['^[^]$', '', ['\n', 'x'], ['']],
  ['a[]|b', '', ['b'], ['a']],
  ['^b$', '', ['b'], ['a\nb', 'b\n']],
  ['^b$', 'm', ['a\nb\nc'], ['ab']],
  ['\\bline2\\b', '', ['line1\nline2', 'line2'], ['line22', 'xline2']],
  ['^[]?A', '', ['A'], ['B']],
  ['^a[]*b$', '', ['ab'], ['a']],
  ['^a[]{2,3}$', '', [], ['a']],
  ['\\bd', '', ['Öd'], ['ed']],
  ['\\Bd', '', ['ed'], ['Öd']],
  ['^\\w$', '', ['a', '_', '7'], ['é', '-']],
  ['^\\W$', '', ['é', '-'], ['a']],
  ['^[\\W\\d]$', '', ['é', '5'], ['a', '_']],
  ['^[^\\S]$', '', [' ', '\t', '\n'], ['a', '\u00a0']],
  ['^\\d\\D\\s\\S$', '', ['1a b'], ['ab b']],
  ['^[a-c\\-z]$', '', ['b', '-', 'z'], ['d', 'y']],
  ['^[]-$', '', [], ['-']],
  ['^\\.\\*\\[\\]\\-\\@\\/\\_\\~$', '', ['.*[]-@/_~'], []],
  ['^\\u0041\\u00e9\\ud83d\\ude00$', '', ['Aé😀'], []],
  ['^\\u00411$', '', ['A1'], ['A']],
  ['^\\t\\n\\r$', '', ['\t\n\r'], []],
  ['^a{2}b{1,}c{0,1}$', '', ['aab', 'aabbc'], ['ab', 'aa', 'aabcc']],
  ['^a+?b*?c??$', '', ['a', 'aabc'], ['']],
  ['^(?:ab|c(d))+$', '', ['ab', 'abcdab'], ['abd']],
  ['^(a{1,5}){1,200}$', '', ['a'.repeat(1000)], ['', 'a'.repeat(1001)]],
  ['^(a?){255}$', '', ['', 'a'.repeat(255)], ['a'.repeat(256)]],
  ['ödön', 'i', ['ÖDÖN', 'Ödön'], ['odon']],
  ['^[à-ï]$', 'i', ['É', 'é'], ['e', 'ó']],
  ['^[^é]$', 'i', ['e'], ['É', 'é']],
  ['^ß\\u212a$', 'i', ['ẞk', 'ßK'], ['ssk']],
  ['^\\w\\W$', 'i', ['aé'], ['éa']],
  ['σ', 'i', ['ς', 'Σ'], ['s']],
  ['a.b', 'ims', ['A\nB'], ['ab']],
]

const faults: [pattern: string, message: RegExp][] = [
  ['(', /without its \) at character 1$/],
  ['a)', /without its \( at character 2$/],
  ['[a', /without its \]/],
  ['*a', /nothing to repeat at character 1$/],
  ['a**', /nothing to repeat/],
  ['a{2}{3}', /nothing to repeat/],
  ['^*', /nothing to repeat/],
  ['\\b+', /nothing to repeat/],
  ['a{,3}', /bare \{/],
  ['a}', /bare \] or \}/],
  ['a]', /bare \] or \}/],
  ['a{3,2}', /out of order/],
  ['[b-a]', /out of order/],
  ['[\\w-a]', /begins or ends with a class/],
  ['a{1,300}', /more than 255/],
  ['(a{1,32}){1,32}', /more than 1000/],
  ['((a?){3}){255}', /too many counted and optional parts/],
  ['(\\b.*){50}', /word boundaries in a row/],
  ['(a)\\1', /back-reference/],
  ['\\k<a>', /back-reference/],
  ['(?=a)b', /lookahead/],
  ['(?!a)b', /lookahead/],
  ['(?<=a)b', /lookbehind/],
  ['(?<!a)b', /lookbehind/],
  ['(?<a>b)', /named group/],
  ['(?i)a', /group of a kind that is not supported at character 1$/],
  ['(?q)a.c', /group of a kind that is not supported/],
  ['(?i:a)', /inline flags/],
  ['(?>a)', /group of a kind that is not supported/],
  ['a++', /nothing to repeat at character 3$/],
  ['\\p{L}', /\\p/],
  ['\\x41', /escape \\x is not supported/],
  ['\\u{41}', /four hexadecimal digits/],
  ['\\ud800', /surrogate/],
  ['\\u0000', /NUL/],
  ['\\', /escape that is not supported/],
  ['[[:alpha:]', /POSIX/],
  ['[[:alpha:]]', /bare \] or \}.* at character 11$/],
  ['***=a.c', /\*\*\*/],
  ['('.repeat(11) + ')'.repeat(11), /too deep, at most 10/],
  ['a'.repeat(257), /256/],
]

describe('translateRegex', () => {
  let database: TestDatabase
  before(async () => {
    database = await createTestDatabase()
  })
  after(() => database[Symbol.asyncDispose]())

  const fields = fieldsOf({ name: textField(sql`v.name`), properties: jsonbField(sql`v.properties`) })

  async function foundIn(where: object, texts: readonly string[]): Promise<string[]> {
    const condition = filterToSql(parseFilters(JSON.stringify(where), fields), fields)
    const rows = await database.db.query<{ name: string }>(
      sql`select v.name from unnest(${texts}::text[]) with ordinality u(name, n),
        lateral (select u.name, jsonb_build_object('name', u.name) as properties) v where ${condition} order by u.n`,
    )
    return rows.map((row) => row.name)
  }

  for (const [pattern, options, found, missed] of findings)
    it(`matches /${pattern}/${options} on a column and below an open object like JavaScript`, async () => {
      const texts = [...found, ...missed]
      const test = { $regex: pattern, $options: options }
      assert.deepEqual(await foundIn({ name: test }, texts), found)
      assert.deepEqual(await foundIn({ 'properties.name': test }, texts), found)
    })

  for (const [pattern, message] of faults)
    it(`refuses ${pattern.slice(0, 40)}`, () => {
      const translation = translateRegex(pattern, { i: false, m: false, s: false })
      assert(translation.kind === 'fault')
      assert.match(translation.message, message)
    })
})
