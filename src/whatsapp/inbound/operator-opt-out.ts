import { recordChange } from '../../audit/record-change.ts'
import type { Actor } from '../../audit/record-change.ts'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import { normalizePhoneNumber } from '../../base/phone-number.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import type { Queryable, Transaction } from '../../db/queryable.ts'
import { isUserId } from '../../providers/whatsapp-cloud/types.ts'
import { selectDefaultCountry, selectOptOuts } from '../operator-queries.ts'
import type { StoredOptOut } from '../operator-queries.ts'
import { selectAddress } from '../people/user-id-queries.ts'
import type { Address } from '../people/user-id-queries.ts'
import { deleteOptOuts, insertOptOut } from './inbound-queries.ts'

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
  db: Db
  clock: Clock
  newId: NewId
  secretBox: SecretBox
  /** Who changes it, for the audit. */
  actor: Actor
}

/** What the audit calls an opt-out. Its record is the person's address. */
export const optOutKind = 'opt_out'

/** Bars every WhatsApp message of the project to a person, until they write START or an operator lifts it (Rule 28). */
export async function addOptOut(
  context: OptOutContext,
  person: NamedPerson,
  why: string | undefined,
): Promise<ManualOptOut> {
  const now = context.clock.now()
  return change(context, person, { action: 'created', why }, (transaction, recipient) =>
    insertOptOut(transaction, recipient, { scope: 'all', source: 'operator', why }, now),
  )
}

/**
 * Allows messages to a person again, whether the person or an operator had barred them. An opt-out from marketing that
 * the person made in WhatsApp stays, because Meta refuses those messages.
 */
export async function removeOptOut(
  context: OptOutContext,
  person: NamedPerson,
  why?: string,
): Promise<ManualOptOut> {
  const now = context.clock.now()
  return change(context, person, { action: 'ended', why }, (transaction, recipient) =>
    deleteOptOuts(transaction, recipient, ['all'], now),
  )
}

type Recipient = { organization_id: string; project_id: string; recipient: Address }

/** Changes a person's opt-out and enters the change into the audit, in one transaction. */
async function change(
  { db, clock, newId, secretBox, actor }: OptOutContext,
  { number, ...project }: NamedPerson,
  { action, why }: { action: 'created' | 'ended'; why: string | undefined },
  act: (transaction: Transaction, recipient: Recipient) => Promise<unknown>,
): Promise<ManualOptOut> {
  const address = await findAddress(db, project, number)
  if (address === null) return null
  const recipient = { ...project, recipient: address }
  const isBarred = (optOuts: readonly StoredOptOut[]) => optOuts.some(({ scope }) => scope === 'all')
  return db.transaction(async (transaction) => {
    const before = await selectOptOuts(transaction, secretBox, recipient)
    await act(transaction, recipient)
    const opt_outs = await selectOptOuts(transaction, secretBox, recipient)
    const changed = isBarred(before) !== isBarred(opt_outs)
    if (changed)
      await recordChange(
        transaction,
        { now: clock.now(), newId, actor },
        {
          ...project,
          kind: optOutKind,
          record_id: address,
          record_name: address,
          action,
          revision: null,
          fields: [
            { path: 'messages', before: sendable(before), after: sendable(opt_outs) },
            ...(why === undefined ? [] : [{ path: 'reason', before: null, after: why }]),
          ],
        },
      )
    return { number: address, changed, opt_outs }
  })
}

/** Returns which messages a person may get, as a word. */
function sendable(optOuts: readonly StoredOptOut[]): 'all' | 'all but marketing' | 'none' {
  if (optOuts.some(({ scope }) => scope === 'all')) return 'none'
  return optOuts.length > 0 ? 'all but marketing' : 'all'
}

async function findAddress(
  db: Queryable,
  project: Omit<NamedPerson, 'number'>,
  number: string,
): Promise<Address | null> {
  if (isUserId(number)) return selectAddress(db, project, number)
  return normalizePhoneNumber(number, await selectDefaultCountry(db, project))
}
