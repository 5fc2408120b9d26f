import type { Clock } from '../base/clock.ts'
import { normalizePhoneNumber } from '../base/phone-number.ts'
import type { Db } from '../db/database.ts'
import { selectDefaultCountry, selectOptOuts } from './by-hand-queries.ts'
import type { StoredOptOut } from './by-hand-queries.ts'
import { deleteOptOuts, insertOptOut } from './inbound-queries.ts'

/** A person as an operator names them. */
export interface NamedPerson {
  organization_id: string
  project_id: string
  /** In any spelling, with its country code unless it is one of the project's country. */
  number: string
}

/** How a person stands after it; null: the number is none. */
export type HandOptOut = {
  /** E.164. */
  number: string
  /** False where they stood so before. */
  changed: boolean
  opt_outs: StoredOptOut[]
} | null

interface HandContext {
  db: Db
  clock: Clock
}

/** Bars every WhatsApp message of the project to a person, until they write START or it is taken back (Rule 28). */
export async function addOptOut(
  context: HandContext,
  person: NamedPerson,
  why: string | undefined,
): Promise<HandOptOut> {
  const { db, clock } = context
  return change(db, person, (recipient) =>
    insertOptOut(db, recipient, { scope: 'all', source: 'operator', why }, clock.now()),
  )
}

/**
 * Lets a person be written to again, whoever had barred it. Their opt-out from marketing at the provider stays: the
 * provider itself refuses those messages.
 */
export async function removeOptOut(context: HandContext, person: NamedPerson): Promise<HandOptOut> {
  const { db, clock } = context
  return change(
    db,
    person,
    async (recipient) => (await deleteOptOuts(db, recipient, ['all'], clock.now())) > 0,
  )
}

type Recipient = { organization_id: string; project_id: string; recipient: string }

async function change(
  db: Db,
  { number, ...project }: NamedPerson,
  act: (recipient: Recipient) => Promise<boolean>,
): Promise<HandOptOut> {
  const normalized = normalizePhoneNumber(number, await selectDefaultCountry(db, project))
  if (normalized === null) return null
  const recipient = { ...project, recipient: normalized }
  const changed = await act(recipient)
  return { number: normalized, changed, opt_outs: await selectOptOuts(db, recipient) }
}
