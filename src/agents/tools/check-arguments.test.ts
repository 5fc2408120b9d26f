import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startThreadTime } from '../../base/thread-time.ts'
import { checkArguments, compileParameters, readParameters } from './check-arguments.ts'
import type { ArgumentsSchema } from './check-arguments.ts'
import type { ToolParameters } from './schema-cost.ts'

function schema(parameters: ToolParameters): ArgumentsSchema {
  const reading = readParameters('renew_plan', parameters)
  assert.ok(reading.kind === 'schema', JSON.stringify(reading))
  return reading.schema
}

const renew = schema({
  type: 'object',
  properties: {
    months: { type: 'integer', enum: [12, 24] },
    code: { type: 'string', pattern: '^[A-Z]{2}$', format: 'anything' },
    where: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
  required: ['months'],
  additionalProperties: false,
})

function faultOf(written: string, of = renew): string {
  const reading = checkArguments(of, written)
  assert.ok(reading.kind === 'fault', written.slice(0, 80))
  return reading.message
}

describe('arguments of a tool', () => {
  it('are read where they fit', () => {
    const written = '{"months":12,"code":"AB","where":{"city":"Rome"}}'
    assert.deepEqual(checkArguments(renew, written), {
      kind: 'arguments',
      value: JSON.parse(written) as unknown,
    })
  })

  it('are refused with words that the model can use', () => {
    assert.equal(
      faultOf('{"months":13}'),
      'The tool renew_plan was not run. Its arguments do not fit: months must be one of [12,24]. Correct them and try once more.',
    )
    assert.match(faultOf('{}'), /must have required property 'months'/)
    assert.match(faultOf('{"months":12,"to":"+19005550100"}'), /must not have "to"/)
    assert.match(faultOf('{"months":"12"}'), /months must be integer; months must be one of/)
    assert.match(faultOf('{"months":12,"where":{}}'), /where must have required property 'city'/)
    assert.match(faultOf('{"months":12,"code":"secret"}'), /code must match pattern/)
    assert.ok(!faultOf('{"months":12,"code":"secret"}').includes('secret'))
  })

  it('are refused where they are no JSON object, too long or too deep', () => {
    for (const written of ['', '{"months":1', 'null', '[]', '12', '"x"']) faultOf(written)
    assert.match(faultOf('{"mont'), /not valid JSON/)
    assert.match(faultOf('[12]'), /not a JSON object/)
    assert.match(faultOf(`{"code":"${'x'.repeat(32_768)}"}`), /longer than 32768/)
    assert.match(
      faultOf(`{"a":${'['.repeat(21)}${']'.repeat(21)}}`, schema({ type: 'object' })),
      /deeper than 20/,
    )
  })

  it('are refused where they have what no database keeps', () => {
    for (const text of ['a\\u0000b', 'half \\ud83d'])
      assert.match(faultOf(`{"a":["${text}"]}`, schema({ type: 'object' })), /a character that no text has/)
    assert.match(faultOf('{"a\\u0000b":1}', schema({ type: 'object' })), /a character that no text has/)
  })

  it('are refused with five faults at most', () => {
    const many = JSON.stringify(
      Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`n${index}`, 1])),
    )
    assert.equal(faultOf(many).split('; ').length, 5)
  })

  it('are matched with patterns in linear time', () => {
    const slow = schema({ type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } })
    const usedMs = startThreadTime()
    faultOf(JSON.stringify({ a: `${'a'.repeat(30_000)}!` }), slow)
    assert.ok(usedMs() < 2_000)
  })
})

/** References to references: a validator that follows them evaluates the last part 2 to the power of `levels` times. */
function doubling(keyword: string, levels: number): ToolParameters {
  const part = (level: number) => {
    const next = { $ref: `#/$defs/d${level + 1}` }
    return level === levels ? {} : { [keyword]: [next, next] }
  }
  const parts = Array.from({ length: levels + 1 }, (_, level) => [`d${level}`, part(level)])
  return { type: 'object', $ref: '#/$defs/d0', $defs: Object.fromEntries(parts) as Record<string, unknown> }
}

describe('a schema', () => {
  it('is refused with what is wrong', () => {
    const deep = (depth: number): ToolParameters =>
      depth === 0 ? { type: 'string' } : { type: 'object', properties: { a: deep(depth - 1) } }
    const faults: [ToolParameters, RegExp][] = [
      [{}, /type: object/],
      [{ type: 'array' }, /type: object/],
      [{ type: 'object', $async: true }, /\$async/],
      [{ type: 'object', oneOf: [{}] }, /must not have `oneOf` at its root/],
      [{ type: 'object', anyOf: [{}] }, /must not have `anyOf` at its root/],
      [{ type: 'object', allOf: [{}] }, /must not have `allOf` at its root/],
      [{ type: 'object', not: {} }, /must not have `not` at its root/],
      [{ type: 'object', enum: [{}] }, /must not have `enum` at its root/],
      [{ type: 'object', properties: { a: { type: 'number?' } } }, /no usable JSON Schema/],
      [{ type: 'object', propertees: {} }, /unknown keyword: "propertees"/],
      [
        { type: 'object', properties: { a: { $ref: 'https://example.com/schema.json' } } },
        /can't resolve reference/,
      ],
      [{ type: 'object', properties: { a: { pattern: '(?=a)', type: 'string' } } }, /no usable JSON Schema/],
      [{ type: 'object', description: 'x'.repeat(20_000) }, /longer than 16384/],
      [deep(8), /deeper than 12/],
    ]
    for (const [parameters, message] of faults) {
      const reading = readParameters('x', parameters)
      assert.ok(reading.kind === 'fault', JSON.stringify(parameters).slice(0, 100))
      assert.match(reading.message, message)
    }
  })

  it('is refused where its references double with each level, also a stored one', () => {
    const usedMs = startThreadTime()
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const parameters = doubling(keyword, 40)
      for (const reading of [readParameters('x', parameters), compileParameters('x', parameters)]) {
        assert.ok(reading.kind === 'fault', keyword)
        assert.match(reading.message, /too costly: .* more than 2000 parts/)
      }
      assert.equal(readParameters('x', doubling(keyword, 8)).kind, 'schema')
    }
    assert.ok(usedMs() < 1_000, `${usedMs()} ms`)
  })

  it('is refused where its references lead in a circle, elsewhere, or by names', () => {
    const faults: [ToolParameters, RegExp][] = [
      [{ $ref: '#' }, /refers to itself/],
      [{ $ref: '#/$defs/a', $defs: { a: { not: { $ref: '#/$defs/a' } } } }, /refers to itself/],
      [{ $ref: '#/$defs/b', $defs: { a: {} } }, /can't resolve reference #\/\$defs\/b/],
      [{ $ref: '#/constructor' }, /can't resolve reference/],
      [{ $ref: '#/$defs/%2561', $defs: { a: {}, '%61': {} } }, /can't resolve reference/],
      [{ $ref: '#a', $defs: { x: { $anchor: 'a' } } }, /must not have `\$anchor`/],
      [{ $defs: { x: { $id: 'https://example.com/x' } } }, /must not have `\$id`/],
      [{ $dynamicRef: '#' }, /must not have `\$dynamicRef`/],
    ]
    for (const [parameters, message] of faults) {
      const reading = readParameters('x', { type: 'object', ...parameters })
      assert.ok(reading.kind === 'fault', JSON.stringify(parameters))
      assert.match(reading.message, message)
    }
  })

  it('is refused where its patterns are too costly', () => {
    for (const pattern of ['((x{99}){9}){9}', '\\p{L}{21}'])
      for (const part of [{ properties: { a: { pattern } } }, { patternProperties: { [pattern]: {} } }]) {
        const reading = readParameters('x', { type: 'object', ...part })
        assert.ok(reading.kind === 'fault', pattern)
        assert.match(reading.message, /too costly patterns/)
      }
  })

  it('refuses arguments that take too long to check', () => {
    const costly: [ToolParameters, unknown][] = [
      // Each level is read in two ways, so that the work doubles with the depth of the arguments.
      [
        {
          properties: {
            a: {
              allOf: [
                { properties: { a: { $ref: '#/properties/a' } } },
                { patternProperties: { a: { $ref: '#/properties/a' } } },
              ],
            },
          },
        },
        JSON.parse(`${'{"a":'.repeat(19)}{}${'}'.repeat(19)}`) as unknown,
      ],
      [
        { properties: { a: { items: { enum: Array.from({ length: 4_000 }, (_, at) => at % 10) } } } },
        { a: Array.from({ length: 8_000 }, () => 11) },
      ],
      [{ properties: { a: { uniqueItems: true } } }, { a: Array.from({ length: 8_000 }, () => [0]) }],
      [{ properties: { a: { pattern: '((a|b)*a(a|b){30}){12}$' } } }, { a: `${'ab'.repeat(15_000)}c` }],
    ]
    for (const [parameters, value] of costly) {
      const own = schema({ type: 'object', ...parameters })
      const usedMs = startThreadTime()
      assert.match(faultOf(JSON.stringify(value).slice(0, 32_768), own), /more values than can be checked/)
      assert.ok(usedMs() < 500, `${usedMs()} ms`)
    }
  })

  it('may describe a tree, and large arguments that fit', () => {
    const tree = schema({
      type: 'object',
      properties: { left: { $ref: '#' }, right: { $ref: '#' }, n: { type: 'integer' } },
      required: ['n'],
    })
    const deep = (depth: number): object =>
      depth === 0 ? { n: 1 } : { n: 1, left: deep(depth - 1), right: deep(depth - 1) }
    assert.equal(checkArguments(tree, JSON.stringify(deep(9))).kind, 'arguments')
    assert.match(faultOf('{"n":1,"left":{"n":1,"right":{}}}', tree), /left.right must have required/)
  })

  it('may refer to its own parts', () => {
    const tree = schema({
      type: 'object',
      $defs: { n: { type: 'integer' } },
      properties: { a: { $ref: '#/$defs/n' } },
    })
    assert.equal(checkArguments(tree, '{"a":1}').kind, 'arguments')
    assert.equal(checkArguments(tree, '{"a":"1"}').kind, 'fault')
  })
})
