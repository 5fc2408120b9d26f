import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { successOf } from './envelope.ts'
import { pageOf } from './page.ts'

describe('the schema of a success', () => {
  const Data = z.object({ name: z.string() })

  it('is made once for a payload and a status, and once for the page of an item', () => {
    assert.equal(successOf(Data), successOf(Data))
    assert.equal(successOf(Data, 201), successOf(Data, 201))
    assert.equal(pageOf(Data), pageOf(Data))
  })

  it('is another one for another payload or status', () => {
    const created = { status: 'success', message: 'OK', data: { name: 'Ada' }, status_code: 201 }
    assert.equal(successOf(Data).safeParse(created).success, false)
    assert.equal(successOf(Data, 201).safeParse(created).success, true)
    assert.equal(successOf(z.null(), 201).safeParse(created).success, false)
  })
})
