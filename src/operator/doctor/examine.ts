import type { SecretBox } from '../../base/secret-box.ts'
import { selectAnsweredNumbers } from '../../campaigns/inbound-queries.ts'
import type { Db } from '../../db/database.ts'
import type { ConnectionRules } from '../../providers/web/guard/checked-connection.ts'
import { checkCarrier, checkSecrets, checkSender } from './check-accounts.ts'
import { checkEvents, checkHold, checkMigrations, checkServer, checkWorker } from './check-database.ts'
import { checkNumber } from './check-numbers.ts'
import { runCheck, warn } from './check.ts'
import type { Finding } from './check.ts'
import { accountsMax, selectOtherSecrets, selectStoredCarriers, selectStoredSenders } from './queries.ts'

/** How many accounts are checked at one time. */
const atOnce = 10
const seeDatabase = 'see that DATABASE_URL is right and PostgreSQL runs there'

export interface ExamineOptions {
  /** Null where it is not set. */
  publicUrl: string | null
  /** How hosts are reached that somebody gave for the APIs of carriers and of WhatsApp. */
  givenHosts: ConnectionRules
}

/**
 * Checks the database and what is stored in it, concurrently. If the database does not answer, that is the only
 * finding.
 */
export async function examineDatabase(
  db: Db,
  loadSecretBox: () => Promise<SecretBox>,
  { publicUrl, givenHosts }: ExamineOptions,
): Promise<Finding[]> {
  const server = await runCheck('database', () => checkServer(db), seeDatabase)
  if (server.some(({ check, status }) => check === 'database' && status === 'fail')) return server
  const migrations = await runCheck('migrations', async () => [await checkMigrations(db)], seeDatabase)
  if (migrations.some(({ status }) => status === 'fail')) return [...server, ...migrations]
  const [hold, worker, events, accounts] = await Promise.all([
    runCheck('hold', async () => [await checkHold(db)], seeDatabase),
    runCheck('worker', async () => [await checkWorker(db)], seeDatabase),
    runCheck('events', async () => [await checkEvents(db)], seeDatabase),
    examineAccounts(db, loadSecretBox, { publicUrl, givenHosts }),
  ])
  return [...server, ...migrations, ...hold, ...worker, ...events, ...accounts]
}

async function examineAccounts(
  db: Db,
  loadSecretBox: () => Promise<SecretBox>,
  { publicUrl, givenHosts }: ExamineOptions,
): Promise<Finding[]> {
  const found = {
    carriers: await selectStoredCarriers(db),
    senders: await selectStoredSenders(db),
    numbers: await selectAnsweredNumbers(db, { organizationId: null, number: null }, accountsMax + 1),
  }
  const carriers = found.carriers.slice(0, accountsMax)
  const senders = found.senders.slice(0, accountsMax)
  const numbers = found.numbers.slice(0, accountsMax)
  const others = await selectOtherSecrets(db)
  const opened: { box?: SecretBox } = {}
  const secrets = await runCheck(
    'secret key',
    async () => {
      opened.box = await loadSecretBox()
      return [checkSecrets(opened.box, carriers, senders, others)]
    },
    'set SECRET_KEY, or fix secret.key in DATA_DIR',
  )
  const { box } = opened
  if (box === undefined) return secrets
  const access = { box, givenHosts }
  const declare = 'declare the account again with `switchboard apply`'
  const questions = [
    ...carriers.map(
      (carrier) => () =>
        runCheck(
          `carrier account ${carrier.place}`,
          async () => [await checkCarrier(access, carrier)],
          declare,
        ),
    ),
    ...senders.map(
      (sender) => () =>
        runCheck(`WhatsApp sender ${sender.place}`, async () => [await checkSender(access, sender)], declare),
    ),
    ...numbers.map(
      (number) => () =>
        runCheck(
          `number ${number.place}`,
          async () => [await checkNumber(access, number, publicUrl)],
          'see whether this machine reaches the carrier',
        ),
    ),
  ]
  const answers: Finding[] = []
  for (let first = 0; first < questions.length; first += atOnce)
    answers.push(...(await Promise.all(questions.slice(first, first + atOnce).map((ask) => ask()))).flat())
  return [
    ...secrets,
    ...answers,
    ...leftOut('carrier accounts', found.carriers),
    ...leftOut('WhatsApp senders', found.senders),
    ...leftOut('numbers', found.numbers),
  ]
}

/** Returns a warning where there are more accounts than are checked. */
function leftOut(kind: string, found: readonly unknown[]): Finding[] {
  if (found.length <= accountsMax) return []
  const message = `there are more than ${accountsMax}, and only the first ${accountsMax} were checked`
  return [warn(kind, message, 'look at the others on their pages in the dashboard')]
}
