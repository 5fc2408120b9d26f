import assert from 'node:assert/strict'
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { UnsafeFolder, ensurePrivateFolder } from './private-folder.ts'

const base = mkdtempSync(path.join(tmpdir(), 'switchboard-private-'))
after(() => rmSync(base, { recursive: true }))
const self = process.getuid?.() ?? 0
const at = (name: string) => path.join(base, name)

describe('ensurePrivateFolder', () => {
  it('creates it without rights for others, and accepts it again', async () => {
    await ensurePrivateFolder(at('new'), [self])
    await ensurePrivateFolder(at('new'), [self])
    assert.equal(lstatSync(at('new')).mode & 0o777, 0o700)
  })

  it('refuses a file, link or folder that somebody else may have created', async () => {
    mkdirSync(at('mine'), { mode: 0o700 })
    symlinkSync(at('mine'), at('link'))
    writeFileSync(at('file'), '')
    mkdirSync(at('open'))
    chmodSync(at('open'), 0o777)
    await assert.rejects(ensurePrivateFolder(at('link'), [self]), UnsafeFolder)
    await assert.rejects(ensurePrivateFolder(at('file'), [self]), UnsafeFolder)
    await assert.rejects(ensurePrivateFolder(at('open'), [self]), /is open to other users/)
    await assert.rejects(ensurePrivateFolder(at('mine'), [self + 1]), /belongs to another user/)
  })
})
