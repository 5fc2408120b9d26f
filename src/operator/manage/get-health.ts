import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { ListReads } from '../../db/replicas/list-reads.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { timestamp } from '../../http/timestamp.ts'
import { processKinds, selectProcesses } from '../../jobs/process-queries.ts'
import { aliveMs } from '../../jobs/report-process.ts'
import {
  checkEvents,
  checkHold,
  checkMigrations,
  checkServer,
  checkWorker,
} from '../doctor/check-database.ts'
import { checkReplicas } from '../doctor/check-replicas.ts'
import { runCheck } from '../doctor/check.ts'
import { accountsMax, selectAccounts, selectWaitingWork, waitedJobs } from './health-queries.ts'
import { Finding } from './shown-finding.ts'

const Process = z
  .object({
    _id: z.string(),
    kind: z.enum(processKinds),
    host: z.string(),
    version: z.string(),
    started_at: timestamp(),
    seen_at: timestamp(),
    is_alive: z.boolean().describe('Whether it was there within the last 30 seconds.'),
  })
  .meta({ id: 'Process', description: 'A process of the service in the last day.' })

const Account = z
  .object({
    kind: z.enum(['voice_carrier', 'whatsapp_sender']),
    organization_id: z.string(),
    organization: z.string(),
    project_id: z.string(),
    project: z.string(),
    _id: z.string(),
    name: z.string(),
    state: z
      .enum(['works', 'held', 'failed', 'disconnected', 'unknown', 'unchecked'])
      .describe(
        '`held`: it takes no calls for now. `unknown`: the provider was not reached. `unchecked`: nobody has asked it.',
      ),
    reason: z.string().nullable().describe('The same in English; null where there is no reason.'),
    since: timestamp().nullable().describe('Since when that is known.'),
    until: timestamp().nullable().describe('Until when a held one takes no calls.'),
  })
  .meta({
    id: 'ProviderAccount',
    description: 'An account at a provider, as it is known without asking the provider.',
  })

const Health = z
  .object({
    processes: z.array(Process).describe('The last seen first.'),
    waiting: z
      .array(
        z.object({
          job: z.enum(waitedJobs).describe('The job that would do it.'),
          since: timestamp().nullable().describe('Since when its oldest work waits; null: it has none.'),
        }),
      )
      .describe('What is due and not begun, or has failed again and again.'),
    accounts: z
      .array(Account)
      .describe(`Accounts at providers, those at fault first; at most ${accountsMax} of each kind.`),
    public_url: z.string().describe('The address that providers call back.'),
    checks: z.array(Finding).describe('What needs no request to a provider.'),
  })
  .meta({ id: 'Health', description: 'How the installation is.' })

/** Shows the processes, the oldest waiting work, and the checks of `doctor` that ask only the database. */
export function getHealth(
  app: App,
  { db, lists, clock, publicUrl }: { db: Db; lists: ListReads; clock: Clock; publicUrl: () => string },
): void {
  app.get(
    '/health',
    {
      config: { role: 'operator' },
      schema: {
        operationId: 'getHealth',
        summary: 'Get the state of the installation',
        tags: ['Installation'],
        response: { 200: successOf(Health), ...refusalsOf(401, 403) },
      },
    },
    async () => {
      const see = 'see the log of the service'
      const [processes, waiting, accounts, ...checks] = await Promise.all([
        selectProcesses(db, aliveMs),
        selectWaitingWork(db, clock.now()),
        selectAccounts(db),
        runCheck('database', () => checkServer(db), see),
        runCheck('migrations', async () => [await checkMigrations(db)], see),
        runCheck('hold', async () => [await checkHold(db)], see),
        runCheck('worker', async () => [await checkWorker(db)], see),
        runCheck('events', async () => [await checkEvents(db)], see),
      ])
      const known = { processes, waiting, accounts, public_url: publicUrl() }
      // As this process knows its replicas; others may reach them or not.
      const replicas = checkReplicas(lists.standings())
      return success({ ...known, checks: [...checks.flat(), ...replicas] }, 'OK')
    },
  )
}
