// Lists and mappings as they are typed into the form of an agent.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readList, readMapping, repeatedName } from '../../dashboard/src/forms/agent/typed-text.ts'

describe('a typed list', () => {
  it('has no empty words, whatever stands around its commas', () => {
    for (const text of ['Acme, Bolt Ltd', ' Acme ,Bolt Ltd,', ',Acme,, Bolt Ltd, ', 'Acme، Bolt Ltd'])
      assert.deepEqual(readList(text), ['Acme', 'Bolt Ltd'], text)
    for (const text of ['', ' ', ',', ' , ']) assert.deepEqual(readList(text), [], text)
  })
})

describe('a typed mapping', () => {
  const read = (text: string) => readMapping(text, (value) => value)

  it('has a name and a value on each line', () => {
    assert.deepEqual(read('billing: +1\n\n sales : a:b \nnone'), { billing: '+1', sales: 'a:b', none: '' })
    assert.deepEqual(Object.entries(read('__proto__: x')), [['__proto__', 'x']])
    assert.equal(repeatedName('billing: +1\nsales: +2'), null)
  })

  it('stays a text while a name stands twice, so that no line is lost', () => {
    const text = 'billing: +1\nsales: +2\n billing : +3'
    assert.equal(read(text), text)
    assert.equal(repeatedName(text), 'billing')
  })
})
