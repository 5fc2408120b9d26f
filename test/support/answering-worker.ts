// A worker as a process of its own, which a test kills.
import { createContext } from '../../src/app/context.ts'
import { runWorker } from '../../src/app/worker.ts'
import { createLog } from '../../src/base/log.ts'
import { createDatabase } from '../../src/db/database.ts'

const env = (name: string): string => process.env[name] ?? ''
const db = createDatabase({ connection: { connectionString: env('DATABASE_URL') } })
const context = createContext({
  db,
  log: createLog('silent'),
  secretKey: Buffer.alloc(32, 7),
  publicUrl: () => env('PUBLIC'),
  modelPrivateHosts: [env('MODEL_HOST')],
})
await runWorker(context, new AbortController().signal)
