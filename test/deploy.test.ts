// The files of deploy/ name settings and commands that the service has, and allow it the time that a stop takes.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { imageFiles } from './support/image-files.ts'
import { namesIn, read, root } from './support/page.ts'

const page = 'docs/operating.md'
/** A stop takes this many seconds at most (docs/runbook.md, "Stopping"). */
const stopSecondsMax = 20

describe('deploy/', () => {
  const settings = namesIn(page, 'variable')
  const commands = namesIn(page, 'command')

  for (const role of ['api', 'worker'])
    it(`starts a ${role} by systemd with settings that exist, and lets it stop`, () => {
      const unit = read(`deploy/systemd/switchboard-${role}@.service`)
      for (const [, name = ''] of unit.matchAll(/^Environment=(\w+)=/gm))
        assert.ok(settings.includes(name), name)
      const [, command = ''] = /^ExecStart=\S+ bin\/switchboard\.js (\w+)$/m.exec(unit) ?? []
      assert.equal(command, role)
      assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) > stopSecondsMax)
      assert.match(unit, /^Restart=always$/m)
    })

  it('starts containers with settings and commands that exist, and lets them stop', () => {
    const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as {
      services: Record<
        string,
        { command?: string[]; environment: Record<string, string>; stop_grace_period?: string }
      >
    }
    const own = Object.entries(services).filter(([name]) => name !== 'haproxy')
    assert.deepEqual(
      own.map(([name]) => name),
      ['migrate', 'api-1', 'api-2', 'worker-1', 'worker-2'],
    )
    for (const [name, { command = [], environment, stop_grace_period }] of own) {
      assert.ok(commands.includes(command[0] ?? ''), `${name}: ${command.join(' ')}`)
      for (const variable of Object.keys(environment)) assert.ok(settings.includes(variable), variable)
      assert.ok(Number.parseInt(stop_grace_period ?? '', 10) > stopSecondsMax, name)
    }
    const given = Object.keys(services['haproxy']!.environment)
    const haproxy = read('deploy/haproxy/public.cfg')
    for (const variable of given) assert.ok(haproxy.includes(`\${${variable}-`), variable)
  })

  it('waits in a rolling restart until a container is ready', async () => {
    const text = read('deploy/compose.yaml')
    assert.match(text, /^# .* up -d --wait --no-deps --force-recreate api-1\b/m)
    const { services } = parse(text, { merge: true }) as {
      services: Record<string, { environment: Record<string, string>; healthcheck: { test: string[] } }>
    }
    let status = 200
    const server = createServer((request, response) => {
      response.statusCode = request.url === '/readyz' ? status : 404
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    for (const role of ['api-1', 'api-2', 'worker-1', 'worker-2']) {
      const { environment, healthcheck } = services[role]!
      const [kind, program, ...args] = healthcheck.test
      assert.deepEqual([kind, program], ['CMD', 'node'])
      const own = environment[role.startsWith('api') ? 'PORT' : 'WORKER_PORT']!
      const here = args.map((arg) => arg.replace(`:${own}/`, `:${port}/`))
      const check = () => promisify(execFile)(process.execPath, here)
      status = 200
      await check()
      status = 503
      await assert.rejects(check(), { code: 1 }, role)
    }
    server.close()
  })

  it('believes the address of a caller from HAProxy alone, not from the gateway that passes IPv6 on', () => {
    const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as {
      services: Record<
        string,
        { environment: Record<string, string>; networks?: { default: { ipv4_address: string } } }
      >
    }
    const proxy = services['haproxy']!.networks?.default.ipv4_address
    assert.ok(proxy)
    for (const [name, { environment }] of Object.entries(services).filter(([role]) => role !== 'haproxy'))
      assert.equal(environment['TRUSTED_PROXIES'], proxy, name)
  })

  it('makes the image from the program alone, without keys that are kept beside it', () => {
    const secrets = ['.env', 'acme.yaml', 'deploy/.env', 'deploy/patroni/environment', 'dashboard/.env.local']
    const notRun = ['.git/config', 'data/secret.key', 'dashboard/dist/index.html', 'test/deploy.test.ts']
    assert.deepEqual(imageFiles([...secrets, ...notRun, 'node_modules/pg/package.json']), [])
    const needed = [
      'bin/switchboard.js',
      'dashboard/build.js',
      'dashboard/tsconfig.json',
      'directory-migrations/0001-directory.sql',
      'examples/rehearse/renewals.yaml',
      'migrations/0001-organizations.sql',
      'package-lock.json',
      'package.json',
      'src/cli/main.ts',
      'tsconfig.json',
    ]
    assert.deepEqual(imageFiles(needed), needed)
    assert.match(read('deploy/compose.yaml'), /^# deploy\/\.env has DATABASE_URL, SECRET_KEY/m)
    assert.match(read('.gitignore'), /^\.env\*$/m)
  })

  it('has the user, the folder and the TLS that the guide names', () => {
    const guide = read('docs/scale.md')
    const [, home = '', user = ''] = /^ +useradd .*--home-dir (\S+) .* (\w+)$/m.exec(guide) ?? []
    for (const role of ['api', 'worker'])
      assert.match(
        read(`deploy/systemd/switchboard-${role}@.service`),
        new RegExp(`^User=${user}$[^]*^Environment=DATA_DIR=${home}$[^]*^ExecStart=/usr/bin/node `, 'm'),
      )
    const [, bind = ''] = /`(bind :443 [^`]+)`/.exec(guide) ?? []
    assert.ok(bind !== '' && read('deploy/haproxy/public.cfg').includes(bind))
  })

  it('has the folder, the container and the pod in which the runbook runs commands', () => {
    const runbook = read('docs/runbook.md')
    const [, folder = '', settings = ''] = /\(cd (\S+); set -a; \. (\S+); npx/.exec(runbook) ?? []
    const unit = read('deploy/systemd/switchboard-worker@.service')
    assert.ok(unit.includes(`WorkingDirectory=${folder}\n`))
    assert.ok(unit.includes(`EnvironmentFile=${settings}\n`))
    const [, container = ''] = /docker compose \S+ \S+ exec (\S+) node bin/.exec(runbook) ?? []
    const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as { services: object }
    assert.ok(Object.keys(services).includes(container), container)
    const [, pod = ''] = /kubectl exec deploy\/switchboard(\S+) -- node bin/.exec(runbook) ?? []
    assert.ok(
      read('deploy/helm/switchboard/templates/worker.yaml').includes(`name: {{ .Release.Name }}${pod}\n`),
    )
  })

  it('gives the weekly drill the settings of a file of plain lines, as systemd reads it', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-crontab-'))
    const file = path.join(folder, 'environment')
    writeFileSync(file, `DATABASE_URL=postgres://nobody@127.0.0.1:1/none\nDATA_DIR=${folder}\n`)
    const [, command = ''] =
      /^.* postgres +(.* backup drill\b.*)$/m.exec(read('deploy/pgbackrest/crontab')) ?? []
    // Not below /tmp, which is often held in memory.
    assert.match(command, / --folder \/var\/lib\/postgresql\//)
    const here = command.replaceAll('/etc/switchboard/environment', file).replace('/opt/switchboard', root)
    const { status, stderr } = spawnSync('/bin/sh', ['-c', here], {
      env: { PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin` },
      encoding: 'utf8',
      timeout: 60_000,
    })
    rmSync(folder, { recursive: true })
    // There is no backup, and root may not try. It has read DATABASE_URL by then.
    assert.equal(status, 1)
    assert.match(stderr, /does not run as root|pgbackrest/)
  })

  it('backs up the folder that Patroni runs PostgreSQL in', () => {
    const [, folder = ''] =
      /^PATRONI_POSTGRESQL_DATA_DIR=(.+)$/m.exec(read('deploy/patroni/environment')) ?? []
    const paths = [...read('deploy/pgbackrest/pgbackrest.conf').matchAll(/^(?:# +)?pg1-path=(.+)$/gm)]
    assert.deepEqual(
      paths.map(([line, place]) => [line.startsWith('#'), place]),
      [
        [true, folder],
        [false, '/var/lib/postgresql/15/main'],
      ],
    )
    const [, backups = ''] = /^## Backups$(.*?)^## /ms.exec(read('docs/scale.md')) ?? []
    assert.ok(backups.includes(`\`pg1-path=${folder}\``))
  })

  it('cuts no statement on its way to the database, and notices another side that is gone', () => {
    const text = read('deploy/haproxy/database.cfg')
    for (const side of ['client', 'server']) assert.match(text, new RegExp(`^  timeout ${side} 24h$`, 'm'))
    for (const side of ['cli', 'srv'])
      assert.match(text, new RegExp(`^  option ${side}tcpka$[^]*^  ${side}tcpka-idle 60s$`, 'm'))
    assert.match(text, /^  default-server check .* on-marked-down shutdown-sessions$/m)
  })

  it('asks the address of HAProxy that turns 503 while a process stops', () => {
    assert.match(read('deploy/haproxy/public.cfg'), /option httpchk GET \/readyz$/m)
    assert.match(read(page), /`\/readyz` +\|[^|]*503 during a stop/)
  })
})
