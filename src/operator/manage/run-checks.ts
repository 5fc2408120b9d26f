import { z } from 'zod'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import type { ConnectionRules } from '../../providers/web/guard/checked-connection.ts'
import { checkPublicAddress } from '../doctor/check-host.ts'
import type { Finding as Found } from '../doctor/check.ts'
import { examineDatabase } from '../doctor/examine.ts'
import { Finding } from './shown-finding.ts'

const Checked = z.object({ checks: z.array(Finding) }).meta({ id: 'CheckedHealth' })

interface RunChecksContext {
  db: Db
  secretBox: SecretBox
  publicUrl: () => string
  /** How hosts are reached that somebody gave for the APIs of carriers and of WhatsApp. */
  givenHosts: ConnectionRules
}

/**
 * Runs the checks of `switchboard doctor` but that of the data folder: they ask carriers and Meta about each account.
 * Requests at the same time share one run.
 */
export function runChecks(app: App, { db, secretBox, publicUrl, givenHosts }: RunChecksContext): void {
  let running: Promise<Found[]> | null = null
  const examine = async (): Promise<Found[]> => {
    const [database, address] = await Promise.all([
      examineDatabase(db, async () => secretBox, { publicUrl: publicUrl(), givenHosts }),
      checkPublicAddress(publicUrl()),
    ])
    return [...database, address]
  }
  app.post(
    '/health/checks',
    {
      config: { role: 'operator' },
      schema: {
        operationId: 'runChecks',
        summary: 'Check the set-up',
        description: 'What `switchboard doctor` checks: database, secrets, accounts, public address, worker.',
        tags: ['Installation'],
        response: { 200: successOf(Checked), ...refusalsOf(401, 403) },
      },
    },
    async () => {
      running ??= examine().finally(() => {
        running = null
      })
      return success({ checks: await running }, 'Checked')
    },
  )
}
