import assert from 'node:assert/strict'
import test from 'node:test'
import { contractExample } from '../../../test/support/contract-example.ts'
import { startThreadTime } from '../../base/thread-time.ts'
import { declarationBytesMax, parseDeclaration } from './parse-declaration.ts'

test('reads YAML and JSON to the same value', () => {
  const yaml = parseDeclaration(contractExample)
  assert.ok(yaml.ok)
  for (const text of [JSON.stringify(yaml.value), `\ufeff${JSON.stringify(yaml.value, null, '\t')}\n`]) {
    const json = parseDeclaration(text)
    assert.ok(json.ok)
    assert.deepEqual(json.value, yaml.value)
  }
})

test('resolves anchors and merged mappings', () => {
  const text = 'base: &base { slots: 5 }\ncampaign: { <<: *base, name: a }\n'
  const parsed = parseDeclaration(text)
  assert.ok(parsed.ok)
  assert.deepEqual(parsed.value, { base: { slots: 5 }, campaign: { slots: 5, name: 'a' } })
})

const refused: [what: string, text: string, faults: string[]][] = [
  ['nothing', '', [': is empty']],
  ['a comment alone', '# nothing\n', [': is empty']],
  ['a field twice in YAML', 'a: 1\nb: 2\na: 3\n', ['line 3, column 1: this field is repeated here']],
  ['a field twice in JSON', '{"a": 1,\n "a": 2}', ['line 2, column 2: this field is repeated here']],
  [
    'two documents',
    'a: 1\n---\nb: 2\n',
    ['line 2, column 1: a second document begins here; a declaration has only one'],
  ],
  ['a tag', 'a: !secret x\n', ['line 1, column 4: this tag has no meaning here']],
  ['a mapping as a name', '? { a: 1 }\n: 2\n', ['line 1, column 3: the name of a field must be text']],
  ['an alias without anchor', 'a: *b\n', [': the alias *b has no anchor before it']],
  ['a merge of no mapping', '<<: 3\n', [': has anchors, aliases or merges that can not be followed']],
  ['a bracket left open', 'a: [1,\nb: 2\n', ['line 2']],
  ['JSON cut short', '{"organizations": [', ['line 1']],
  ['text that is neither', '@', ['line 1, column 1: is neither YAML nor JSON: ']],
  ['deep nesting', '['.repeat(50_000), ['line 1']],
]
for (const [what, text, faults] of refused) {
  test(`refuses ${what}, with its place`, () => {
    const parsed = parseDeclaration(text)
    assert.ok(!parsed.ok)
    const reported = parsed.faults.map(({ path, message }) => `${path}: ${message}`)
    // Our own words come first; the library's description of the syntax error follows, and is not compared.
    assert.deepEqual(
      reported.map((fault, index) => fault.slice(0, faults[index]?.length)),
      faults,
    )
  })
}

test('refuses anchors that multiply', () => {
  const levels = 'abcdefgh'.split('')
  const text = levels.map((name, index) => {
    const of = index === 0 ? 'x' : `*${levels[index - 1]}`
    return `${name}: &${name} [${Array(9).fill(of).join(', ')}]`
  })
  assert.deepEqual(parseDeclaration(text.join('\n')), {
    ok: false,
    faults: [{ path: '', message: 'repeats its anchors too often' }],
  })
})

for (const [what, text] of [
  ['YAML', (count: number) => Array.from({ length: count }, (_, at) => `k${at}:\n`).join('')],
  [
    'JSON',
    (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',\n')},\n"k7":1}`,
  ],
] as const)
  test(`reads 40,000 fields of one mapping in ${what} fast, and names the one that is repeated`, () => {
    parseDeclaration(text(1_000))
    const usedMs = startThreadTime()
    const parsed = parseDeclaration(what === 'YAML' ? `${text(40_000)}k7: 1\n` : text(40_000))
    assert.ok(usedMs() < 3_000, `${usedMs()} ms`)
    assert.ok(!parsed.ok)
    assert.deepEqual(parsed.faults, [
      { path: 'line 40001, column 1', message: 'this field is repeated here' },
    ])
  })

test('refuses merges that would copy more fields than it can fast', () => {
  const fields = Array.from({ length: 5_000 }, (_, at) => `  k${at}: 1\n`).join('')
  const merging = (count: number) =>
    `a: &a\n${fields}${Array.from({ length: count }, (_, at) => `b${at}: { <<: *a }\n`).join('')}`
  const usedMs = startThreadTime()
  const parsed = parseDeclaration(merging(900))
  assert.ok(usedMs() < 2_000, `${usedMs()} ms`)
  assert.deepEqual(parsed, { ok: false, faults: [{ path: '', message: 'repeats its anchors too often' }] })
  assert.ok(parseDeclaration(merging(40)).ok)
})

test('refuses more aliases than it can look up fast', () => {
  const text = Array.from({ length: 4_000 }, (_, at) => `- &a${at} 1\n- *a${at}\n`).join('')
  assert.deepEqual(parseDeclaration(text), {
    ok: false,
    faults: [{ path: '', message: 'repeats its anchors too often' }],
  })
})

test('refuses a text over the size limit', () => {
  const parsed = parseDeclaration(`a: ${'x'.repeat(declarationBytesMax)}`)
  assert.deepEqual(parsed, { ok: false, faults: [{ path: '', message: 'must have at most 10000000 bytes' }] })
})
