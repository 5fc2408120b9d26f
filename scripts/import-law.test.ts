import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { faultOf, findCycles, readImports } from './import-law.ts'

describe('the import law', () => {
  it('refuses a rule that imports an endpoint of its own domain', () => {
    assert.match(faultOf('src/calls/place/place-call.ts', 'src/calls/api/create-call.ts') ?? '', /app alone/)
  })

  it('lets endpoints share what stands beside them', () => {
    assert.equal(faultOf('src/calls/api/get-call.ts', 'src/calls/api/shown-call.ts'), null)
  })

  it('refuses the endpoint of another domain, an upward import and an edge that is not declared', () => {
    assert.match(faultOf('src/whatsapp/queries.ts', 'src/calls/api/create-call.ts') ?? '', /only app/)
    assert.match(faultOf('src/db/sql.ts', 'src/http/app.ts') ?? '', /not above/)
    assert.match(faultOf('src/people/link-person.ts', 'src/conversations/queries.ts') ?? '', /may not/)
  })

  it("refuses the sandbox's network what uses it: phones and WhatsApp", () => {
    assert.match(faultOf('src/sandbox/network/form.ts', 'src/sandbox/phone/people.ts') ?? '', /neither/)
    assert.match(faultOf('src/sandbox/network/form.ts', 'src/sandbox/whatsapp/people.ts') ?? '', /neither/)
    assert.equal(faultOf('src/sandbox/network/form.ts', 'src/sandbox/network/e164.ts'), null)
    assert.equal(faultOf('src/sandbox/phone/people.ts', 'src/sandbox/network/e164.ts'), null)
  })

  it('reads imports of types, dynamic ones, and template literals', () => {
    const text = "import type { A } from './a.ts'\nawait import('../b.ts')\nawait import(`./c.ts`)"
    assert.deepEqual(readImports('src/db/x.ts', text), {
      targets: ['src/db/a.ts', 'src/b.ts', 'src/db/c.ts'],
      computed: [],
    })
  })

  it('finds imports whose target is computed', () => {
    assert.equal(readImports('src/db/x.ts', 'await import(`./${name}.ts`)').computed.length, 1)
    assert.equal(readImports('src/db/x.ts', 'await import(file)').computed.length, 1)
  })

  it('finds files that import each other, by types too, and only these', () => {
    const imports = new Map([
      ['a', ['b', 'd']],
      ['b', ['c']],
      ['c', ['a']],
      ['d', []],
    ])
    assert.deepEqual(findCycles(imports), [['a', 'b', 'c']])
  })
})
