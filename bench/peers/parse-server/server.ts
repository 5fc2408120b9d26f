// Parse Server with its default settings on the bench's database, but without log files. Started by bench/lists/run.ts
// after `npm ci` in this folder; prints its address.
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The part of Parse Server that the bench uses; its own types exist only where it is installed. */
interface ParseModule {
  ParseServer: new (options: Record<string, unknown>) => {
    start: () => Promise<unknown>
    app: RequestListener
  }
}

const name = 'parse-server'
const { ParseServer } = (await import(name)) as ParseModule

const { PGHOST, PGUSER, PGDATABASE, PARSE_MASTER_KEY } = process.env
const server = createServer()
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const parse = new ParseServer({
  appId: 'bench',
  masterKey: PARSE_MASTER_KEY,
  serverURL: url,
  databaseURI: 'postgres://',
  // `PGHOST` may be the folder of a socket, which the address can not name.
  databaseOptions: { host: PGHOST, user: PGUSER, database: PGDATABASE, max: 16 },
  allowClientClassCreation: false,
  logsFolder: null,
  logLevel: 'error',
  silent: true,
})
await parse.start()
server.on('request', parse.app)
console.log(url)
