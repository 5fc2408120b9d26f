// The HAProxy files of deploy/ in a real HAProxy: what they send again, and what they keep from the public.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { startHaproxy } from './cluster/haproxy.ts'
import { findProgram } from './cluster/packages.ts'
import { freePort } from './support/free-port.ts'
import { list, read, root } from './support/page.ts'

const lacksHaproxy = findProgram('haproxy') === null && 'needs HAProxy'
const organization = '0190a5f2-0000-7000-8000-000000000001'
const folder = mkdtempSync(path.join(tmpdir(), 'haproxy-'))
after(() => rmSync(folder, { recursive: true }))

/** Repeats requests for files of the dashboard alone. */
const onlyFiles = /^ *http-request disable-l7-retry unless \{ method GET \} \{ path_beg \/app\/assets\/ \}$/m

describe('deploy/haproxy', () => {
  for (const file of list(['deploy/haproxy/*.cfg']))
    it(`${file} repeats nothing that would be done twice`, () => {
      const text = read(file)
      for (const section of text.split(/^(?=global|defaults|frontend|listen|backend)/m))
        for (const [, reasons] of section.matchAll(/^ *retry-on +(.+)$/gm))
          if (reasons === 'conn-failure 404') assert.match(section, onlyFiles)
          else if (/^ *http-request disable-l7-retry unless/m.test(text) && !onlyFiles.test(text))
            assert.equal(reasons, 'conn-failure empty-response')
          else assert.equal(reasons, 'conn-failure')
    })

  it('has files that HAProxy takes without a warning', { skip: lacksHaproxy }, () => {
    for (const file of list(['deploy/haproxy/*.cfg'])) {
      const env = {
        ROUTER_PORT: '8080',
        CELLS_MAP: '/dev/null',
        CELL_ONE: '127.0.0.1:1',
        CELL_TWO: '127.0.0.1:2',
      }
      const checked = spawnSync(findProgram('haproxy')!, ['-c', '-q', '-dW', '-f', file], {
        cwd: root,
        env,
        encoding: 'utf8',
      })
      assert.equal(checked.status, 0, `${file}: ${checked.stderr}`)
    }
  })

  for (const configuration of ['public.cfg', 'cells.cfg'])
    describe(configuration, { skip: lacksHaproxy }, () => {
      it('sends a POST once to a process that dies over it', async () => {
        let posts = 0
        await using service = await serve((request, response) => {
          if (request.method === 'POST') posts += 1
          if (request.method === 'POST') request.socket.destroy()
          else response.end()
        })
        await using router = await startRouter(configuration, service.port)
        const { status } = await fetch(`${router.url}/organizations/${organization}/calls`, {
          method: 'POST',
          body: '{}',
        })
        assert.deepEqual({ status, posts }, { status: 502, posts: 1 })
      })

      if (configuration === 'cells.cfg')
        it('repeats reads and webhooks in the other cell if one dies over them', async () => {
          const passed: string[] = []
          await using dying = await serve((request, response) => {
            if (request.url === '/readyz') response.end()
            else request.socket.destroy()
          })
          await using service = await serve(({ method, url = '' }, response) => {
            if (url !== '/readyz') passed.push(`${method} ${url}`)
            response.end('passed')
          })
          await using router = await startRouter(configuration, dying.port, service.port)
          const asked = ['GET /api/me', 'GET /api/me', 'POST /webhooks/whatsapp', 'POST /webhooks/whatsapp']
          for (const request of asked) {
            const [method = '', target = ''] = request.split(' ')
            const body = method === 'POST' ? '{}' : null
            assert.equal((await fetch(`${router.url}${target}`, { method, body })).status, 200, request)
          }
          assert.deepEqual(passed, asked)
          // In turn, so one of two meets the cell that dies. HAProxy answers it with 502, or closes a connection that
          // was kept.
          await Promise.allSettled(
            [1, 2].map(() => fetch(`${router.url}/api/me`, { method: 'POST', body: '{}' })),
          )
          assert.equal(passed.filter((each) => each === 'POST /api/me').length, 1)
        })

      if (configuration === 'public.cfg')
        it('finds a file of the dashboard in the process that has it, and asks for nothing else again', async () => {
          const asked: string[] = []
          const answer = (hasFiles: boolean) => (request: IncomingMessage, response: ServerResponse) => {
            const { method, url = '' } = request
            if (url !== '/readyz') asked.push(`${method} ${url}`)
            response.statusCode =
              url === '/readyz' || (hasFiles && url.startsWith('/app/assets/')) ? 200 : 404
            response.end()
          }
          await using former = await serve(answer(false))
          await using later = await serve(answer(true))
          await using router = await startRouter(configuration, former.port, later.port)
          const ask = async (method: string, target: string) =>
            (await fetch(`${router.url}${target}`, { method })).status
          for (let time = 1; time <= 10; time += 1) assert.equal(await ask('GET', '/app/assets/x.js'), 200)
          assert.ok(asked.length > 10, 'the process without the file was asked too')
          for (const [method, target] of [
            ['GET', '/api/me'],
            ['GET', '/app/x.js'],
            ['POST', '/app/assets/x'],
          ] as const) {
            asked.length = 0
            for (let time = 1; time <= 4; time += 1) await ask(method, target)
            assert.equal(asked.length, 4, `${method} ${target}`)
          }
        })

      it('keeps /metrics from the public, however it is written', async () => {
        const passed: string[] = []
        await using service = await serve(({ url = '' }, response) => {
          if (url !== '/readyz') passed.push(url)
          response.end('passed')
        })
        await using router = await startRouter(configuration, service.port)
        for (const target of [
          '/metrics',
          '/metrics?a=b',
          '/%6detrics',
          '/%6D%65trics',
          '/metric%73#a',
          'http://a.test/%6detrics',
        ])
          assert.match(await statusLine(router.port, target), / (400|404) /, target)
        assert.match(await statusLine(router.port, '/healthz'), / 200 /)
        assert.deepEqual(passed, ['/healthz'])
      })
    })
})

/** Serves on a free port of this machine. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Starts HAProxy with one process of the service behind it, or one in each cell. */
async function startRouter(configuration: string, servicePort: number, otherPort = servicePort) {
  const port = await freePort()
  const map = path.join(folder, 'cells.map')
  writeFileSync(map, `${organization} cell_one\n`)
  const server = `127.0.0.1:${servicePort}`
  const other = `127.0.0.1:${otherPort}`
  const env = {
    'public.cfg': { PUBLIC_BIND: `127.0.0.1:${port}`, API_1: server, API_2: other },
    'cells.cfg': { ROUTER_PORT: String(port), CELLS_MAP: map, CELL_ONE: server, CELL_TWO: other },
  }[configuration]!
  const haproxy = await startHaproxy({ configuration, port, env, logFile: path.join(folder, 'haproxy.log') })
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => haproxy[Symbol.asyncDispose](),
  }
}

/** Returns the first line of the answer to a GET, whose target is sent as it is. */
async function statusLine(port: number, target: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port })
  socket.setTimeout(10_000, () => socket.destroy(new Error(`no answer to ${target}`)))
  socket.write(`GET ${target} HTTP/1.1\r\nHost: calls.example.com\r\nConnection: close\r\n\r\n`)
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return text.split('\r\n')[0] ?? ''
}
