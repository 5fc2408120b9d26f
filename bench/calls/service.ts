// The service, API and worker in one process, with its clock CLOCK_AHEAD_MS ahead, so that calling hours open without a
// wait. MODEL_PRIVATE_HOSTS opens hosts for language models; WITHOUT_WORKER leaves the worker out. Prints its address.
import type { AddressInfo } from 'node:net'
import { createContext } from '../../src/app/context.ts'
import { createServer } from '../../src/app/server.ts'
import { runWorker } from '../../src/app/worker.ts'
import { createLog } from '../../src/base/log.ts'
import { createDatabase } from '../../src/db/database.ts'

const aheadMs = Number(process.env['CLOCK_AHEAD_MS'])
const db = createDatabase({ connection: { connectionString: process.env['DATABASE_URL'] ?? '' } })
let url = ''
const context = createContext({
  db,
  log: createLog(process.env['LOG_LEVEL'] === 'warn' ? 'warn' : 'info'),
  secretKey: Buffer.from(process.env['SECRET_KEY'] ?? '', 'base64'),
  publicUrl: () => url,
  modelPrivateHosts: (process.env['MODEL_PRIVATE_HOSTS'] ?? '').split(',').filter((host) => host !== ''),
  clock: { now: () => new Date(Date.now() + aheadMs) },
})
const app = await createServer(context)
await app.listen({ host: '127.0.0.1', port: 0 })
url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
const running =
  process.env['WITHOUT_WORKER'] === '1'
    ? new Promise((resolve) => stop.signal.addEventListener('abort', resolve))
    : runWorker(context, stop.signal)
console.log(url)
await running
app.server.closeAllConnections()
await app.close()
await db.end()
