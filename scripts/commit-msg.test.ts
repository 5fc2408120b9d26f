import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const hook = fileURLToPath(new URL('../.githooks/commit-msg', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-commit-msg-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the hook as git does; returns its exit status and what it says. */
function judge(message: string): { status: number | null; stderr: string } {
  const file = path.join(folder, 'COMMIT_EDITMSG')
  writeFileSync(file, message)
  const { status, stderr } = spawnSync('sh', [hook, file], { encoding: 'utf8' })
  return { status, stderr }
}

describe('the commit-msg hook', () => {
  for (const subject of [
    'calls: keep one call per number',
    'calls, whatsapp: rate limits are for accounts',
    'sources: a crawl yields its place\n\nA longer body, of any length, says why.',
    `db: ${'x'.repeat(68)}`,
    "Merge branch 'main'",
  ])
    it(`takes ${JSON.stringify(subject.slice(0, 40))}`, () => assert.equal(judge(subject).status, 0))

  it('refuses a subject without an area, and with a capital one', () => {
    assert.equal(judge('Documents say more').status, 1)
    assert.match(judge('Calls: keep one call').stderr, /lower-case area/)
  })

  it('refuses a subject of 73 characters', () => {
    assert.match(judge(`db: ${'x'.repeat(69)}`).stderr, /73 characters, at most 72/)
  })
})
