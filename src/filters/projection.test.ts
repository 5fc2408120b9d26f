import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../db/sql.ts'
import { arrayField, jsonbField, fieldsOf, textField } from './fields.ts'
import { parseProjection, project } from './projection.ts'

const fields = fieldsOf({
  _id: textField(sql`c._id`),
  name: textField(sql`c.name`),
  phones: arrayField(sql`c.phones`, { value: 'string', source: 'string' }),
  properties: jsonbField(sql`c.properties`),
})

const item = {
  _id: 'a',
  name: null,
  phones: [{ value: '1', source: 'web' }, { value: '2' }],
  properties: { a: [1, { b: 2, c: 3 }, {}, [{ b: 4 }]], d: 5, e: null },
}

const shown: [projection: object, item: object][] = [
  [{ 'properties.a.b': 1, _id: 0 }, { properties: { a: [{ b: 2 }, {}, [{ b: 4 }]] } }],
  [{ 'properties.d.x': 1 }, { _id: 'a', properties: {} }],
  [{ 'phones.source': true }, { _id: 'a', phones: [{ source: 'web' }, {}] }],
  [{ name: 1 }, { _id: 'a', name: null }],
  [{ 'properties.a.b': 0 }, { ...item, properties: { ...item.properties, a: [1, { c: 3 }, {}, [{}]] } }],
  [{ 'properties.missing': false, _id: true }, item],
]

describe('project', () => {
  for (const [projection, expected] of shown)
    it(`applies ${JSON.stringify(projection)} with the same result when applied twice (Promise 36)`, () => {
      const parsed = parseProjection(JSON.stringify(projection), fields, { lists: false })
      assert.deepEqual(project(parsed, item), expected)
      assert.deepEqual(project(parsed, project(parsed, item)), expected)
    })

  it('shows everything without a projection', () => {
    assert.deepEqual(project(parseProjection(undefined, fields, { lists: true }), item), item)
  })
})

describe('parseProjection', () => {
  it('accepts a list of names only when lists are enabled', () => {
    assert.throws(() => parseProjection('name', fields, { lists: false }), /JSON object/)
    assert.deepEqual(project(parseProjection('name', fields, { lists: true }), item), {
      _id: 'a',
      name: null,
    })
  })

  for (const text of ['', ' ', 'name,', '$name', 'phones.0', 'phones,phones.value', 'Name'])
    it(`refuses the list ${JSON.stringify(text)}`, () => {
      assert.throws(() => parseProjection(text, fields, { lists: true }), /^Refusal: projection/)
    })

  it('refuses a path inside another path in either order', () => {
    for (const text of ['{"phones":0,"phones.value":0}', '{"phones.value":0,"phones":0}'])
      assert.throws(() => parseProjection(text, fields, { lists: false }), /at phones\.value: lies inside/)
  })
})
