import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { rotateLog } from './postgres-log.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-log-'))
after(() => rmSync(folder, { recursive: true }))

describe('rotateLog', () => {
  it('empties a log that a server still writes to, and keeps its content in .1', async () => {
    const file = path.join(folder, 'postgres.log')
    await rotateLog(file)
    const server = openSync(file, 'a')
    writeSync(server, Buffer.alloc(10_000_000, 'a'))
    await rotateLog(file)
    assert.equal(statSync(file).size, 10_000_000)
    writeSync(server, 'b')
    await rotateLog(file)
    assert.equal(statSync(file).size, 0)
    writeSync(server, 'c')
    closeSync(server)
    assert.equal(readFileSync(file, 'utf8'), 'c')
    assert.equal(statSync(`${file}.1`).size, 10_000_001)
    for (const name of [file, `${file}.1`]) assert.equal(statSync(name).mode & 0o777, 0o600)
  })
})
