// Runs `switchboard backup drill` with a stand-in for pgBackRest, which is not installed everywhere.
// test/cluster/backups.ts runs it with the real one.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { eventually } from '../../test/support/service.ts'

const base = mkdtempSync(path.join(tmpdir(), 'switchboard-backup-'))
chmodSync(base, 0o755)
after(() => rmSync(base, { recursive: true, force: true }))

const main = fileURLToPath(new URL('main.ts', import.meta.url))
/** The command refuses to run as root, so tests of root run it as another user. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const backups = '[{"backup":[{"label":"20261123-120000F","type":"full","timestamp":{"stop":1}}]}]'

function newFolder(name: string): string {
  const folder = path.join(base, name)
  mkdirSync(folder)
  chmodSync(folder, 0o777)
  return folder
}

/** Starts a drill whose pgBackRest prints this about its backups, and restores forever. */
function startDrill(info: string, args: readonly string[], tmp: string) {
  const bin = mkdtempSync(path.join(base, 'bin-'))
  chmodSync(bin, 0o755)
  const script = `#!/bin/sh\ncase "$*" in *info*) echo '${info}' ;; *) exec sleep 60 ;; esac\n`
  writeFileSync(path.join(bin, 'pgbackrest'), script, { mode: 0o755 })
  const child = spawn(process.execPath, [main, 'backup', 'drill', ...args], {
    ...nobody,
    cwd: '/',
    env: {
      PATH: `${bin}:/usr/bin:/bin`,
      TMPDIR: tmp,
      DATABASE_URL: 'postgres://switchboard@127.0.0.1:1/switchboard',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = Promise.withResolvers<unknown>()
  child.once('exit', (code, signal) => ended.resolve(code ?? signal))
  return { child, ended: ended.promise, stderr: text(child.stderr) }
}

describe('switchboard backup drill', () => {
  it('leaves a folder alone that it has not made', async () => {
    for (const [name, info, fault] of [
      ['there', backups, /data exists: remove it, or name another --folder/],
      ['no-backup', '[]', /the stanza has no backup/],
    ] as const) {
      const folder = newFolder(name)
      const data = path.join(folder, 'data')
      mkdirSync(data)
      chmodSync(data, 0o777)
      writeFileSync(path.join(data, 'secret.key'), 'kept')
      const drill = startDrill(info, ['--folder', folder], folder)
      assert.equal(await drill.ended, 1)
      assert.match(await drill.stderr, fault)
      assert.deepEqual(readdirSync(data), ['secret.key'])
    }
  })

  it('removes what it has restored when it is stopped', async () => {
    const tmp = newFolder('stopped')
    const drill = startDrill(backups, [], tmp)
    await eventually('the restore runs', async () => {
      const [made] = readdirSync(tmp)
      return made !== undefined && existsSync(path.join(tmp, made, 'data')) ? true : null
    })
    drill.child.kill('SIGTERM')
    assert.equal(await drill.ended, 1)
    assert.match(await drill.stderr, /stopped by SIGTERM/)
    assert.deepEqual(readdirSync(tmp), [])
  })
})
