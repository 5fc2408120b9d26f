// What the operator of the installation does with people, by their address and in all organizations.
import type { ChangeAction, ChangedField, ChangeWriting } from '../audit/record-change.ts'
import type { Transaction } from '../db/queryable.ts'
import { endLinks, makeLink } from './links.ts'
import type { MadeLink } from './links.ts'
import { lockRoles } from './membership-queries.ts'
import type { HeldRole } from './membership-queries.ts'
import { nameOf } from './memberships.ts'
import type { Manager, PeopleContext } from './memberships.ts'
import { deleteAccess, insertUser, lockAccountByEmail, updateUserOperator } from './queries.ts'
import { recordPersonChanges, recordUserChange } from './record-user-change.ts'
import { deleteSecondFactor } from './second-factor-queries.ts'
import { deleteSessions } from './session-queries.ts'

/**
 * Makes somebody an operator of the installation, an owner of every organization. Where they had another role, their
 * sessions end, so that nothing goes on under it. The link is null where they have a password.
 */
export async function inviteOperator(
  context: PeopleContext,
  manager: Manager,
  { email, name }: { email: string; name: string | null },
): Promise<{ userId: string; link: MadeLink | null }> {
  const now = context.clock.now()
  return context.db.transaction(async (transaction) => {
    const user = { _id: context.newId(), email, name: name ?? nameOf(email), password_hash: null }
    const isNew = await insertUser(transaction, { ...user, is_operator: true, now })
    const known = isNew ? null : (await lockAccountByEmail(transaction, email))!
    const account = known ?? user
    if (known !== null) {
      await updateUserOperator(transaction, account._id, { isOperator: true, now })
      if (!known.is_operator) await deleteSessions(transaction, account._id, null)
      await endLinks(transaction, account._id)
    }
    const writing = writingOf(context, manager, now)
    await recordUserChange(transaction, writing, account, 'made an operator')
    if (known?.is_operator === false)
      await recordEverywhere(transaction, writing, account, 'made an operator')
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
    const account = await lockAccountByEmail(transaction, email)
    if (account === null) return false
    const writing = writingOf(context, manager, now)
    await recordEverywhere(transaction, writing, account, 'removed', ({ role }) => [
      { path: 'role', before: role, after: null },
    ])
    await updateUserOperator(transaction, account._id, { isOperator: false, now })
    await deleteAccess(transaction, account._id)
    await recordUserChange(transaction, writing, account, 'every role removed')
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
    const account = await lockAccountByEmail(transaction, email)
    if (account === null) return null
    const kind = account.password_hash === null ? 'invitation' : 'password'
    const writing = writingOf(context, manager, now)
    await recordUserChange(transaction, writing, account, `${kind} link made`)
    await recordEverywhere(transaction, writing, account, `${kind} link made`)
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
    const account = await lockAccountByEmail(transaction, email)
    if (account === null || !(await deleteSecondFactor(transaction, account._id))) return false
    await deleteSessions(transaction, account._id, null)
    const writing = writingOf(context, manager, now)
    await recordUserChange(transaction, writing, account, 'second factor turned off')
    await recordEverywhere(transaction, writing, account, 'second factor turned off')
    return true
  })
}

function writingOf({ newId }: PeopleContext, { actor }: Manager, now: Date): ChangeWriting {
  return { now, newId, actor }
}

/** Records what is done to a person in the changes of every organization where they have a role. */
async function recordEverywhere(
  transaction: Transaction,
  writing: ChangeWriting,
  account: { _id: string; name: string },
  action: ChangeAction,
  fieldsOf: (held: HeldRole) => ChangedField[] = () => [],
): Promise<void> {
  const roles = await lockRoles(transaction, account._id)
  const organizations = roles.map((held) => ({
    organization_id: held.organization_id,
    fields: fieldsOf(held),
  }))
  await recordPersonChanges(transaction, writing, account, { action, organizations })
}
