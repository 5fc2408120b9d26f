// The HAProxy files of deploy/ in a real HAProxy: what they send again.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { findProgram } from './cluster/packages.ts'
import { startHaproxy } from './cluster/haproxy.ts'
import { freePort } from './support/free-port.ts'
import { list, read } from './support/page.ts'

const lacksHaproxy = findProgram('haproxy') === null && 'needs HAProxy'
const organization = '0190a5f2-0000-7000-8000-000000000001'
const folder = mkdtempSync(path.join(tmpdir(), 'haproxy-'))
after(() => rmSync(folder, { recursive: true }))

describe('deploy/haproxy', () => {
  for (const file of list(['deploy/haproxy/*.cfg']))
    it(`${file} repeats only what no process has got`, () => {
      for (const [, reasons] of read(file).matchAll(/^ *retry-on +(.+)$/gm))
        assert.equal(reasons, 'conn-failure')
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
async function startRouter(configuration: string, servicePort: number) {
  const port = await freePort()
  const map = path.join(folder, 'cells.map')
  writeFileSync(map, `${organization} cell_one\n`)
  const server = `127.0.0.1:${servicePort}`
  const env = {
    'public.cfg': { PUBLIC_BIND: `127.0.0.1:${port}`, API_1: server, API_2: server },
    'cells.cfg': { ROUTER_PORT: String(port), CELLS_MAP: map, CELL_ONE: server, CELL_TWO: server },
  }[configuration]!
  const haproxy = await startHaproxy({ configuration, port, env, logFile: path.join(folder, 'haproxy.log') })
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => haproxy[Symbol.asyncDispose](),
  }
}
