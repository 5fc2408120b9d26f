import type { Clock } from '../../base/clock.ts'
import { normalizePhoneNumber } from '../../base/phone-number.ts'
import type { Queryable } from '../../db/queryable.ts'
import { isUserId } from '../../providers/whatsapp-cloud/types.ts'
import { selectDefaultCountry, selectOptOuts } from '../operator-queries.ts'
import type { StoredOptOut } from '../operator-queries.ts'
import { deleteOptOuts, insertOptOut } from './inbound-queries.ts'
import { selectAddress } from '../people/user-id-queries.ts'
import type { Address } from '../people/user-id-queries.ts'

/** A person as an operator names them. */
export interface NamedPerson {
  organization_id: string
  project_id: string
  /** A number in any spelling, without a country code only in the project's country; or a WhatsApp user id. */
  number: string
}

/** A person's opt-outs after the change; null if the text is neither a number nor a user id. */
export type ManualOptOut = {
  number: Address
  /** False if the person's opt-out was already as the operator wants it. */
  changed: boolean
  opt_outs: StoredOptOut[]
} | null

interface OptOutContext {
  /** A transaction where something else belongs to the change. */
  db: Queryable
  clock: Clock
}

/** Bars every WhatsApp message of the project to a person, until they write START or an operator lifts it (Rule 28). */
export async function addOptOut(
  context: OptOutContext,
  person: NamedPerson,
  why: string | undefined,
): Promise<ManualOptOut> {
  const { db, clock } = context
  return change(db, person, (recipient) =>
    insertOptOut(db, recipient, { scope: 'all', source: 'operator', why }, clock.now()),
  )
}

/**
 * Allows messages to a person again, whether the person or an operator had barred them. An opt-out from marketing that the
 * person made in WhatsApp stays, because Meta refuses those messages.
 */
export async function removeOptOut(context: OptOutContext, person: NamedPerson): Promise<ManualOptOut> {
  const { db, clock } = context
  return change(db, person, (recipient) => deleteOptOuts(db, recipient, ['all'], clock.now()))
}

type Recipient = { organization_id: string; project_id: string; recipient: Address }

async function change(
  db: Queryable,
  { number, ...project }: NamedPerson,
  act: (recipient: Recipient) => Promise<unknown>,
): Promise<ManualOptOut> {
  const address = await findAddress(db, project, number)
  if (address === null) return null
  const recipient = { ...project, recipient: address }
  const isBarred = (optOuts: readonly StoredOptOut[]) => optOuts.some(({ scope }) => scope === 'all')
  const before = await selectOptOuts(db, recipient)
  await act(recipient)
  const opt_outs = await selectOptOuts(db, recipient)
  return { number: address, changed: isBarred(before) !== isBarred(opt_outs), opt_outs }
}

async function findAddress(
  db: Queryable,
  project: Omit<NamedPerson, 'number'>,
  number: string,
): Promise<Address | null> {
  if (isUserId(number)) return selectAddress(db, project, number)
  return normalizePhoneNumber(number, await selectDefaultCountry(db, project))
}
