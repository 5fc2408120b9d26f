// What one call asks of PostgreSQL, counted in its log. Each statement that a call adds costs every call.
import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Client } from 'pg'
import { createContext } from '../src/app/context.ts'
import { createServer } from '../src/app/server.ts'
import { systemClock } from '../src/base/clock.ts'
import { createLog } from '../src/base/log.ts'
import { dialDueAttempt, serveDueQueue } from '../src/calls/queue/serve-queue.ts'
import { createDatabase } from '../src/db/database.ts'
import { adminRole } from '../src/db/postgres-access.ts'
import { carrierAccount, startCarrier } from './support/carrier.ts'
import type { Carrier } from './support/carrier.ts'
import { countStatements } from './support/count-statements.ts'
import type { CountedStatements } from './support/count-statements.ts'
import { startTestCluster } from './support/database.ts'
import { scriptCampaign } from './support/declarations.ts'
import { createNumbers } from './support/numbers.ts'
import { eventually, startService } from './support/service.ts'
import type { Service } from './support/service.ts'

const nextNumber = createNumbers()
/** Calls before the count, so that connections are open, statements prepared and caches filled. */
const earlierCalls = 20
const countedCalls = 5

/** What is sent at most ten times a second, however many calls there are: hints to those who watch. */
const gathered = /^select pg_notify/

let carrier: Carrier
let declared: Service
let url = ''
const stack = new AsyncDisposableStack()
let context: Service['context']
let logFile = ''

before(async () => {
  carrier = stack.use(await startCarrier())
  declared = stack.use(
    await startService({
      carrier: { api_url: carrier.url, account_sid: carrierAccount },
      campaigns: [scriptCampaign({ slots: 100 }), scriptCampaign({ name: 'One slot', slots: 1 })],
    }),
  )
  const cluster = await startTestCluster()
  stack.defer(() => cluster.stop())
  logFile = path.join(cluster.dataDir, 'postgres.log')
  await logStatements(cluster.connection)
  // Sessions that began before the setting log nothing, so that this service has a pool of its own.
  const db = createDatabase({ connection: { connectionString: declared.databaseUrl } })
  stack.defer(() => db.end())
  context = createContext({
    db,
    log: createLog('silent'),
    secretKey: Buffer.alloc(32, 7),
    publicUrl: () => url,
    clock: systemClock,
  })
  const app = await createServer(context)
  stack.defer(async () => {
    app.server.closeAllConnections()
    await app.close()
  })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
after(() => stack.disposeAsync())

/** Lets sessions that begin from now on log each statement. */
async function logStatements(connection: { host: string; user: string; database?: string }): Promise<void> {
  const name = new URL(declared.databaseUrl.replace('@/', '@socket/')).pathname.slice(1)
  const admin = new Client({ ...connection, user: adminRole, database: 'postgres' })
  await admin.connect()
  await admin.query(`alter database ${name} set log_min_duration_statement = 0`)
  await admin.query(`alter database ${name} set log_parameter_max_length = 0`)
  await admin.end()
}

/** Returns what one of the calls that `run` makes costs; PostgreSQL logs a statement before it answers. */
async function countPerCall(run: () => Promise<void>): Promise<CountedStatements> {
  for (let call = 0; call < earlierCalls; call++) await run()
  const from = statSync(logFile).size
  for (let call = 0; call < countedCalls; call++) await run()
  const counted = countStatements(readFileSync(logFile).subarray(from).toString('utf8'))
  const texts = counted.texts.filter(({ text }) => !gathered.test(text))
  if (process.env['SHOW_STATEMENTS'] === '1')
    for (const [text, all] of Map.groupBy(texts, ({ text }) => text))
      console.log((all.length / countedCalls).toFixed(1), text)
  return {
    ...counted,
    statements: texts.length / countedCalls,
    transactions: counted.transactions / countedCalls,
  }
}

async function place(endpoint: 'calls' | 'trigger-call', number: string, campaign = 'Script'): Promise<void> {
  const { organizationId, projectId, campaignIds, key } = declared
  const path = `/organizations/${organizationId}/projects/${projectId}/campaigns/${campaignIds[campaign]}/${endpoint}`
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ phone_number: number, name: 'Ada' }),
  })
  assert.equal(response.status, 200, await response.text())
}

/**
 * Sends what the carrier sends for a call that is answered, speaks its script and ends: each report that was asked for.
 *
 * @param reportsAnswer the carrier reports the answer, too, while it asks what to say.
 */
async function liveThrough({ reportsAnswer = false } = {}): Promise<void> {
  const leg = carrier.legs.at(-1)!
  const asked = leg.form.getAll('StatusCallbackEvent').concat(reportsAnswer ? 'answered' : [])
  const report = async (event: string, status: string, more: Record<string, string> = {}) => {
    const sequence = ['initiated', 'ringing', 'answered', 'completed'].indexOf(event)
    const form = { SequenceNumber: String(sequence), Timestamp: new Date().toUTCString(), ...more }
    if (asked.includes(event)) assert.equal(await carrier.report(leg, status, form), 204)
  }
  await report('initiated', 'initiated')
  await report('ringing', 'ringing')
  const [{ document }] = await Promise.all([carrier.ask(leg), report('answered', 'in-progress')])
  assert.match(document, /Hello Ada/)
  await report('completed', 'completed', { CallDuration: '7' })
  await context.queueNotifier.idle()
}

describe('a call that is accepted, dialed, answered and completed', () => {
  it('asks at most 18 statements in 6 transactions of PostgreSQL for a new person', async () => {
    await countCalls({ statements: 18, transactions: 6 }, async () => {
      await place('trigger-call', nextNumber())
      await liveThrough()
    })
  })

  it('asks at most 16 statements in 5 transactions for a person who is known', async () => {
    const number = nextNumber()
    await countCalls({ statements: 16, transactions: 5 }, async () => {
      await place('trigger-call', number)
      await liveThrough()
    })
  })

  it('asks at most 2 statements in 1 transaction more where the carrier reports the answer, too', async () => {
    const number = nextNumber()
    await countCalls({ statements: 18, transactions: 6 }, async () => {
      await place('trigger-call', number)
      await liveThrough({ reportsAnswer: true })
    })
  })

  it('asks at most 5 statements in 1 transaction where it waits for a slot, and makes no work for the workers', async () => {
    await place('calls', nextNumber(), 'One slot')
    const [number, dueQueues] = [nextNumber(), () => serveDueQueue(context, () => 0)]
    await eventually('no queue is due', async () => ((await dueQueues()) === null ? true : null))
    await countCalls({ statements: 5, transactions: 1 }, async () => {
      await place('calls', number, 'One slot')
      await context.queueNotifier.idle()
    })
    assert.equal(await dueQueues(), null)
  })

  it('asks at most 23 statements in 7 transactions where a worker dials it once a slot is free', async () => {
    const dialNext = async () => {
      const due = (await serveDueQueue(context, () => 1)) ?? []
      for (const one of due) await dialDueAttempt(context, one)
      return due.length > 0 ? true : null
    }
    await place('calls', nextNumber(), 'One slot')
    await countCalls({ statements: 23, transactions: 7 }, async () => {
      await place('calls', nextNumber(), 'One slot')
      // The call before it.
      await liveThrough()
      await eventually('the call is dialed', dialNext)
    })
  })
})

/**
 * How often calls are counted: now and then a statement of something else, such as a new connection, falls between
 * them.
 */
const countsMax = 3

async function countCalls(most: { statements: number; transactions: number }, run: () => Promise<void>) {
  const isWithin = (counted: CountedStatements) =>
    counted.statements <= most.statements && counted.transactions <= most.transactions
  let counted = await countPerCall(run)
  for (let counts = 1; counts < countsMax && !isWithin(counted); counts++) counted = await countPerCall(run)
  const figures = `${counted.statements} statements, ${counted.transactions} transactions`
  console.log(figures)
  assert.ok(isWithin(counted), figures)
}
