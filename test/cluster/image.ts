// What the container image runs, without a container: node test/cluster/image.ts [--folder DIR] It installs the program
// with `npm ci --omit=dev` into an empty folder, and runs `migrate`, `api` and `worker` from it as another user, who
// may write below two folders alone, and stops them. It needs root, Debian's postgresql-15, and npm's registry.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import type { Finding } from '../faults/evidence.ts'
import { formatReport } from '../faults/report.ts'
import { freePort } from '../support/free-port.ts'
import { imageFiles } from '../support/image-files.ts'
import { makeFolder, mustRun, programs, startDebianPostgres } from './debian-postgres.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)
/** As in deploy/Dockerfile; no account has this number. */
const user = 10_001
const stopMsMax = 20_000

export const imagePart = {
  name: 'image',
  programs: ['runuser', 'setpriv', '/usr/lib/postgresql/15/bin/postgres'],
  isIsolated: false,
  run: ({ folder, say }: { folder: string; say: (line: string) => void }) => runImage(folder, say),
}

async function runImage(folder: string, say: (line: string) => void): Promise<Finding[]> {
  await using stack = new AsyncDisposableStack()
  chmodSync(folder, 0o755)
  say('npm ci --omit=dev in an empty folder')
  const program = await install(path.join(folder, 'opt'))
  const dataDir = path.join(folder, 'data')
  const temporary = path.join(folder, 'tmp')
  for (const own of [dataDir, temporary]) {
    mkdirSync(own, { mode: 0o700 })
    chownSync(own, user, user)
  }

  say('PostgreSQL')
  const home = makeFolder(path.join(folder, 'postgres'))
  const cluster = path.join(home, 'main')
  const initdb = [`${programs}/initdb`, '-D', cluster, '-U', 'switchboard', '-A', 'trust']
  await mustRun([...initdb, '--encoding=UTF8', '--locale=C.UTF-8'])
  const postgres = stack.use(await startDebianPostgres(cluster, await freePort()))
  await mustRun([
    `${programs}/createdb`,
    '-h',
    '127.0.0.1',
    '-p',
    String(postgres.port),
    '-U',
    'switchboard',
    'switchboard',
  ])

  say('migrate, api and worker as another user')
  const port = await freePort()
  const workerPort = await freePort()
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    DATABASE_URL: postgres.databaseUrl,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    TMPDIR: temporary,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    SHUTDOWN_DELAY_SECONDS: '0',
  }
  const start = (role: string, more: Record<string, string>) =>
    spawn(
      'setpriv',
      [
        `--reuid=${user}`,
        `--regid=${user}`,
        '--clear-groups',
        '--no-new-privs',
        '--inh-caps=-all',
        process.env['NODE'] ?? 'node',
        'bin/switchboard.js',
        role,
      ],
      { cwd: program, env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'] },
    )
  const migrated = start('migrate', {})
  const [migrateStatus] = (await once(migrated, 'exit')) as [number | null]
  const roles = [
    ['api', { PORT: String(port) }, port],
    ['worker', { WORKER_PORT: String(workerPort) }, workerPort],
  ] as const
  const findings: Finding[] = [
    finding('migrate', 'exit status', String(migrateStatus), '0', migrateStatus === 0),
  ]
  for (const [role, more, listensAt] of roles) {
    const child = start(role, more)
    stack.defer(() => void child.kill('SIGKILL'))
    const faults: string[] = []
    createInterface({ input: child.stderr }).on('line', (line) => faults.push(line))
    const line = await Promise.race([
      once(createInterface({ input: child.stdout }), 'line').then(([first]) => String(first)),
      once(child, 'exit').then(() => `ended: ${faults.join(' ').slice(0, 300)}`),
    ])
    const ready = await fetch(`http://127.0.0.1:${listensAt}/readyz`).then(
      ({ status }) => String(status),
      (error: Error) => `${error.message} (${line})`,
    )
    const begun = performance.now()
    child.kill('SIGTERM')
    const [status] = (await once(child, 'exit')) as [number | null]
    const stopMs = performance.now() - begun
    findings.push(
      finding(role, '/readyz', ready, '200', ready === '200'),
      finding(role, 'lines of its log', faults.join(' ') || 'none', 'none', faults.length === 0),
      finding(
        role,
        'SIGTERM',
        `status ${status} after ${(stopMs / 1_000).toFixed(1)} s`,
        '0 within 20 s',
        status === 0 && stopMs < stopMsMax,
      ),
    )
  }
  const { stdout } = await run('find', [
    folder,
    '/tmp',
    '/var',
    '/run',
    '-xdev',
    '-uid',
    String(user),
    '-type',
    'f',
    '-not',
    '-path',
    `${dataDir}/*`,
    '-not',
    '-path',
    `${temporary}/*`,
  ])
  const strays = stdout.trim() === '' ? [] : stdout.trim().split('\n')
  return [
    ...findings,
    finding(
      'files',
      'written outside of /data and /tmp',
      strays.slice(0, 3).join(', ') || 'none',
      'none',
      strays.length === 0,
    ),
  ]
}

/** Copies what the image has, and installs its packages. Everything belongs to root. */
async function install(program: string): Promise<string> {
  const { stdout } = await run('git', ['ls-files', '-z'], { cwd: root, maxBuffer: 16 * 1024 ** 2 })
  for (const file of imageFiles(stdout.split('\0').filter((name) => name !== '')))
    if (existsSync(path.join(root, file))) cpSync(path.join(root, file), path.join(program, file))
  await run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], {
    cwd: program,
    timeout: 600_000,
    maxBuffer: 16 * 1024 ** 2,
  })
  return program
}

function finding(bar: string, what: string, figure: string, must: string, holds: boolean): Finding {
  const breaches = holds ? [] : [{ what: `${figure}, and must be: ${must}` }]
  return { bar, what, figure, must, judged: 1, breaches }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { folder: { type: 'string' } } })
  if (!existsSync(`${programs}/postgres`) || process.getuid?.() !== 0) {
    console.log('NOT RUN: it needs root, and apt-get install postgresql-15')
    process.exit(1)
  }
  const folder = values.folder ?? mkdtempSync(path.join(tmpdir(), 'switchboard-image-'))
  mkdirSync(folder, { recursive: true })
  const findings = await imagePart.run({ folder, say: (line) => console.log(`· ${line}`) })
  console.log(formatReport(findings))
  const isGood = findings.every(({ breaches }) => breaches.length === 0)
  if (isGood && values.folder === undefined) rmSync(folder, { recursive: true, force: true })
  else console.log(`Evidence: ${folder}`)
  process.exit(isGood ? 0 : 1)
}
