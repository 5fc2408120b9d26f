import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { boundLog } from './postgres-log.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-log-'))
after(() => rmSync(folder, { recursive: true }))

describe('boundLog', () => {
  it('begins a log anew that a server still writes to, and keeps what it held', async () => {
    const file = path.join(folder, 'postgres.log')
    await boundLog(file)
    const server = openSync(file, 'a')
    writeSync(server, Buffer.alloc(10_000_000, 'a'))
    await boundLog(file)
    assert.equal(statSync(file).size, 10_000_000)
    writeSync(server, 'b')
    await boundLog(file)
    assert.equal(statSync(file).size, 0)
    writeSync(server, 'c')
    closeSync(server)
    assert.equal(readFileSync(file, 'utf8'), 'c')
    assert.equal(statSync(`${file}.1`).size, 10_000_001)
    for (const name of [file, `${file}.1`]) assert.equal(statSync(name).mode & 0o777, 0o600)
  })
})
