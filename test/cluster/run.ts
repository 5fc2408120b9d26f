// The steps of docs/scale.md, shown by real processes on this machine:
// node test/cluster/run.ts [--only PART,…] [--rounds N] [--seed N] [--from COMMIT] [--faults NAME,…] [--folder DIR]
// A part that lacks a program fails, and says which Debian packages to install. Exit status 1 if anything failed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Finding } from '../faults/evidence.ts'
import { formatReport } from '../faults/report.ts'
import { backupsPart } from './backups.ts'
import { cellsPart } from './cells-part.ts'
import { imagePart } from './image.ts'
import { findProgram, missingPackages } from './packages.ts'
import type { Part } from './part.ts'
import { processesPart } from './processes.ts'
import { standbyPart } from './standby/standby.ts'

/** Every part, in the order in which they run. */
const parts: readonly Part[] = [processesPart, standbyPart, cellsPart, backupsPart, imagePart]

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    from: { type: 'string' },
    faults: { type: 'string' },
    folder: { type: 'string' },
    /** Set by this program where it starts itself in namespaces of its own. */
    inside: { type: 'boolean', default: false },
  },
})
const chosen = values.only?.split(',') ?? parts.map(({ name }) => name)
const unknown = chosen.filter((name) => !parts.some((part) => part.name === name))
if (unknown.length > 0)
  throw new Error(
    `--only has no part ${unknown.join(', ')}; there are ${parts.map(({ name }) => name).join(', ')}`,
  )
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds is a whole number from 1 on')

// What the parts start ends with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const isolatingPrograms = ['unshare', 'ip', 'nsenter']
const begun = performance.now()
const folder = values.folder ?? mkdtempSync(path.join(tmpdir(), 'switchboard-cluster-'))
mkdirSync(folder, { recursive: true })
// PostgreSQL of the machines runs as another user, who may enter but not list it.
chmodSync(folder, 0o711)

const failures: string[] = []
for (const part of parts.filter(({ name }) => chosen.includes(name))) {
  console.log(`\n── ${part.name} ──`)
  const fault = whyNot(part)
  if (fault !== null) {
    console.log(fault)
    failures.push(`${part.name}: not run`)
    continue
  }
  const findings = part.isIsolated && !values.inside ? await runInside(part) : await runPart(part)
  if (findings === null || findings.some(({ breaches }) => breaches.length > 0)) failures.push(part.name)
}
if (!values.inside) {
  console.log(`\nseed ${values.seed}, ${((performance.now() - begun) / 1_000).toFixed(0)} s`)
  console.log(
    failures.length === 0 ? 'Every part held.' : `FAILED: ${failures.join(', ')}. Evidence: ${folder}`,
  )
  if (failures.length === 0 && values.folder === undefined) rmSync(folder, { recursive: true, force: true })
}
process.exit(failures.length === 0 ? 0 : 1)

/** Returns why the part can't run here; null if it can. */
function whyNot({ programs, isIsolated }: Part): string | null {
  const missing = missingPackages([...programs, ...(isIsolated ? isolatingPrograms : [])])
  if (missing.length > 0)
    return `NOT RUN: this machine lacks ${missing.join(', ')}. Debian and Ubuntu: apt-get install --no-install-recommends ${missing.join(' ')}`
  if (isIsolated && process.getuid?.() !== 0) return 'NOT RUN: making machines in namespaces needs root'
  return null
}

async function runPart(part: Part): Promise<Finding[] | null> {
  const partFolder = path.join(folder, part.name)
  mkdirSync(partFolder, { recursive: true })
  chmodSync(partFolder, 0o711)
  const findings = await part
    .run({
      folder: partFolder,
      seed: values.seed,
      rounds,
      from: values.from ?? null,
      faults: values.faults?.split(',') ?? null,
      say: (line) => console.log(`${((performance.now() - begun) / 1_000).toFixed(1).padStart(7)}  ${line}`),
    })
    .catch((error: unknown) => {
      console.log(error)
      return null
    })
  if (findings !== null) {
    console.log(`\n${formatReport(findings)}`)
    writeFileSync(path.join(partFolder, 'findings.json'), JSON.stringify(findings))
  }
  return findings
}

/**
 * Runs the part in network, mount and process namespaces of its own. They end with their first process, and all in
 * them.
 */
async function runInside(part: Part): Promise<Finding[] | null> {
  const own = ['--only', part.name, '--inside', '--folder', folder, '--seed', values.seed]
  const given = [
    ['--rounds', values.rounds],
    ['--faults', values.faults],
    ['--from', values.from],
  ].flatMap(([name, value]) => (value === undefined ? [] : [name!, value]))
  const child = spawn(
    findProgram('unshare')!,
    [
      '--net',
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      '--mount-proc',
      process.execPath,
      fileURLToPath(import.meta.url),
      ...own,
      ...given,
    ],
    { stdio: 'inherit' },
  )
  const kill = (): void => void child.kill('SIGKILL')
  process.on('exit', kill)
  await once(child, 'exit')
  process.off('exit', kill)
  const file = path.join(folder, part.name, 'findings.json')
  return child.exitCode !== null && existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Finding[])
    : null
}
