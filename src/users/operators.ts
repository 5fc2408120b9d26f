// What the operator of the installation does with people, by their address and in all organizations.
import type { Queryable } from '../db/queryable.ts'
import { endLinks, makeLink } from './links.ts'
import type { MadeLink } from './links.ts'
import type { Manager, PeopleContext } from './people.ts'
import { deleteAccess, insertUser, selectAccountByEmail, updateUserOperator } from './queries.ts'
import { recordUserChange } from './record-user-change.ts'
import { deleteSecondFactor } from './second-factor-queries.ts'
import { deleteSessions } from './session-queries.ts'

/**
 * Makes somebody an operator of the installation, an owner of every organization. Where they had another role, their sessions
 * end, so that nothing goes on under it. The link is null where they have a password.
 */
export async function inviteOperator(
  context: PeopleContext,
  manager: Manager,
  { email, name }: { email: string; name: string | null },
): Promise<{ userId: string; link: MadeLink | null }> {
  const now = context.clock.now()
  return context.db.transaction(async (transaction) => {
    const user = { _id: context.newId(), email, name: name ?? email.replace(/@.*$/, ''), password_hash: null }
    const isNew = await insertUser(transaction, { ...user, is_operator: true, now })
    const known = isNew ? null : (await selectAccountByEmail(transaction, email))!
    const account = known ?? user
    if (known !== null) {
      await updateUserOperator(transaction, account._id, { isOperator: true, now })
      if (!known.is_operator) await deleteSessions(transaction, account._id, null)
      await endLinks(transaction, account._id, true)
    }
    await recordOperator(transaction, { context, manager, now }, account, true)
    const request = { kind: 'invitation', userId: account._id, now } as const
    const link = account.password_hash === null ? await makeLink(transaction, context, request) : null
    return { userId: account._id, link }
  })
}

/**
 * Takes every role of a person away, that of an operator too. Their sessions and tokens end. Returns false where nobody
 * has the address.
 */
export async function removeEverywhere(
  context: PeopleContext,
  manager: Manager,
  email: string,
): Promise<boolean> {
  const now = context.clock.now()
  return context.db.transaction(async (transaction) => {
    const account = await selectAccountByEmail(transaction, email)
    if (account === null) return false
    await updateUserOperator(transaction, account._id, { isOperator: false, now })
    await deleteAccess(transaction, account._id)
    await recordOperator(transaction, { context, manager, now }, account, false)
    return true
  })
}

/** Makes a link for whoever has the address, for the operator; null where nobody has it. */
export async function makeLinkByEmail(
  context: PeopleContext,
  manager: Manager,
  email: string,
): Promise<MadeLink | null> {
  const now = context.clock.now()
  return context.db.transaction(async (transaction) => {
    const account = await selectAccountByEmail(transaction, email)
    if (account === null) return null
    const kind = account.password_hash === null ? 'invitation' : 'password'
    const writing = { now, newId: context.newId, actor: manager.actor }
    await recordUserChange(transaction, writing, account, `${kind} link made`)
    return makeLink(transaction, context, { kind, userId: account._id, now })
  })
}

/** Turns the second factor of whoever has the address off, for the operator. Returns false where nobody has one. */
export async function endSecondFactorByEmail(
  context: PeopleContext,
  manager: Manager,
  email: string,
): Promise<boolean> {
  const now = context.clock.now()
  return context.db.transaction(async (transaction) => {
    const account = await selectAccountByEmail(transaction, email)
    if (account === null || !(await deleteSecondFactor(transaction, account._id))) return false
    await deleteSessions(transaction, account._id, null)
    const writing = { now, newId: context.newId, actor: manager.actor }
    await recordUserChange(transaction, writing, account, 'second factor turned off')
    return true
  })
}

async function recordOperator(
  db: Queryable,
  { context, manager, now }: { context: PeopleContext; manager: Manager; now: Date },
  account: { _id: string; name: string },
  isOperator: boolean,
): Promise<void> {
  const writing = { now, newId: context.newId, actor: manager.actor }
  await recordUserChange(db, writing, account, isOperator ? 'made an operator' : 'every role removed')
}
