import type { ChangeWriting } from '../audit/record-change.ts'
import type { Clock } from '../base/clock.ts'
import type { NewId } from '../base/ids.ts'
import { refusals } from '../base/refusals.ts'
import type { SecretBox } from '../base/secret-box.ts'
import { selectAccountPlace } from '../cells/directory/copy-queries.ts'
import type { Db } from '../db/database.ts'
import type { Queryable, Transaction } from '../db/queryable.ts'
import { deleteLink, deleteLinksOf, insertLink, selectLink, updateLinksNarrowed } from './link-queries.ts'
import type { FoundLink, LinkKind } from './link-queries.ts'
import { deleteOtherRoles } from './membership-queries.ts'
import { faultOfPassword, hashPassword } from './password.ts'
import {
  insertOwnerships,
  insertUser,
  lockFirstOwner,
  lockUser,
  selectAccount,
  selectAccountByEmail,
  selectHasUser,
  selectUser,
  updateUserOperator,
  updateUserPassword,
} from './queries.ts'
import { personActor, recordPersonChanges, recordUserChange } from './record-user-change.ts'
import { selectHasSecondFactor } from './second-factor-queries.ts'
import { takeCode } from './second-factor.ts'
import { generateSecret, hashSecret, isSecretForm, nameCell, splitCell } from './secret-token.ts'
import { deleteSessions } from './session-queries.ts'
import { startSession } from './sign-in.ts'
import type { Circumstances } from './sign-in.ts'
import { checkThrottled } from './throttle.ts'

const dayMs = 86_400_000
/** How long a link is good. */
const goodMs: Record<LinkKind, number> = { first_owner: dayMs, invitation: 7 * dayMs, password: dayMs }

/** A link as it is handed over; its secret is stored nowhere. */
export interface MadeLink {
  kind: LinkKind
  url: string
  ends_at: string
}

export interface LinkContext {
  publicUrl: () => string
  newId: NewId
  /** The cell that has the link; null: there is one cell. */
  cells: { name: string } | null
}

/**
 * Makes a link for a person; null: for the first owner. It opens some organizations, or everything that the person has
 * (null). Older links of the same person are no longer good.
 */
export async function makeLink(
  db: Queryable,
  { publicUrl, newId, cells }: LinkContext,
  {
    kind,
    userId,
    organizationIds = null,
    now,
  }: { kind: LinkKind; userId: string | null; organizationIds?: readonly string[] | null; now: Date },
): Promise<MadeLink> {
  const secret = generateSecret()
  const ends_at = new Date(now.getTime() + goodMs[kind])
  const token_hash = hashSecret(secret)
  const opened = { user_id: userId, organization_ids: organizationIds }
  await insertLink(db, { _id: newId(), kind, ...opened, token_hash, created_at: now, ends_at })
  return {
    kind,
    url: urlOf(publicUrl(), kind, nameCell(secret, cells?.name ?? null)),
    ends_at: ends_at.toISOString(),
  }
}

/** Returns the link. The secret is its fragment, which browsers send to no server and no proxy. */
function urlOf(publicUrl: string, kind: LinkKind, secret: string): string {
  return `${dashboardOf(publicUrl)}/${kind === 'first_owner' ? 'welcome' : 'invited'}#${secret}`
}

/** Returns the address of the dashboard. Where the service listens on all addresses, it is that of its own machine. */
export function dashboardOf(publicUrl: string): string {
  const reachable = publicUrl.replace(/^(https?:\/\/)(?:0\.0\.0\.0|\[::\])(?=[:/]|$)/, '$1127.0.0.1')
  return `${reachable}/app`
}

/** Makes the link for the first owner; null where somebody can sign in already. */
export async function makeFirstOwnerLink(
  context: LinkContext & { db: Db; clock: Clock },
): Promise<MadeLink | null> {
  const { db, clock } = context
  if (await selectHasUser(db)) return null
  return makeLink(db, context, { kind: 'first_owner', userId: null, now: clock.now() })
}

/**
 * Returns what a link is for; it stays good.
 *
 * @throws {Refusal} `link_not_found`.
 */
export async function checkLink({ db, clock }: { db: Db; clock: Clock }, token: string): Promise<FoundLink> {
  const { secret } = splitCell(token)
  const link = isSecretForm(secret) ? await selectLink(db, hashSecret(secret), clock.now()) : null
  if (link === null || (link.kind === 'first_owner' && (await selectHasUser(db))))
    throw refusals.linkNotFound()
  return link
}

export interface AcceptedLink {
  token: string
  password: string
  email: string | null
  name: string | null
  /** Needed where the person has a second factor. */
  code: string | null
}

/**
 * Uses a link up: sets the password, ends the person's other links and sessions, and signs them in. The first owner's
 * link makes the person, an operator who owns every organization. A link is no way around a second factor.
 *
 * @throws {Refusal} `link_not_found`, `second_factor_needed`, `second_factor_wrong`, `too_many_failures`,
 *   `sign_ins_busy`, or `invalid_request` for what is missing or a password that is too easy.
 */
export async function acceptLink(
  context: LinkContext & { db: Db; clock: Clock; secretBox: SecretBox },
  accepted: AcceptedLink,
  { userAgent, requestId, address }: Circumstances,
): Promise<{ userId: string; secret: string }> {
  const { db, clock, newId } = context
  const link = await checkLink(context, accepted.token)
  const fault = faultOfPassword(accepted.password)
  if (fault !== null) throw refusals.faultyRequest({ path: 'password', message: fault })
  const owner = link.kind === 'first_owner' ? neededOfOwner(accepted) : null
  const { passwordHash, isCodeAsked } =
    link.user_id === null
      ? { passwordHash: await hashPassword(accepted.password), isCodeAsked: false }
      : await hashWithCode(context, link.user_id, accepted, address)
  const now = clock.now()
  return db.transaction(async (transaction) => {
    if (link.user_id !== null) await lockUser(transaction, link.user_id)
    const used = await deleteLink(transaction, hashSecret(splitCell(accepted.token).secret), now)
    if (used === null) throw refusals.linkNotFound()
    // Its session would be good in the other cell too, for what was given there since.
    if (used.organization_ids !== null && (await isElsewhere(transaction, context, link.email!)))
      throw refusals.linkNotFound()
    const made = owner === null ? null : await makeOwner(transaction, { ...owner, newId, now })
    const userId = made === null ? link.user_id! : made.userId
    await updateUserPassword(transaction, userId, { passwordHash, name: accepted.name, now })
    await endLinks(transaction, userId)
    // It may have been turned on since.
    if (!isCodeAsked && (await selectHasSecondFactor(transaction, userId)))
      throw refusals.secondFactorNeeded()
    await deleteSessions(transaction, userId, null)
    const user = await selectUser(transaction, userId)
    if (user === null) throw refusals.linkNotFound()
    const writing = { now, newId, actor: personActor(user, requestId) }
    await recordUserChange(transaction, writing, user, `${link.kind.replace('_', ' ')} link accepted`)
    const fields = [{ path: 'role', before: null, after: 'owner' }]
    const organizations = made?.organizationIds.map((organization_id) => ({ organization_id, fields })) ?? []
    await recordPersonChanges(transaction, writing, user, { action: 'created', organizations })
    if (used.organization_ids !== null)
      await removeOtherRoles(transaction, writing, user, used.organization_ids)
    return { userId, secret: await startSession(transaction, { now, newId }, userId, userAgent) }
  })
}

/**
 * Takes the roles away that a link does not open. Its maker may have opened it, and must not get what others have given
 * to the person of whom nobody but the address was known.
 */
async function removeOtherRoles(
  transaction: Transaction,
  writing: ChangeWriting,
  user: { _id: string; name: string },
  keptOrganizationIds: readonly string[],
): Promise<void> {
  const removed = await deleteOtherRoles(transaction, user._id, keptOrganizationIds)
  const organizations = removed.map(({ organization_id, role }) => ({
    organization_id,
    fields: [{ path: 'role', before: role, after: null }],
  }))
  await recordPersonChanges(transaction, writing, user, { action: 'removed', organizations })
}

/**
 * Hashes a new password, and uses up the code of somebody who has a second factor. The hash comes first: where too many
 * wait for theirs, the code is still good afterwards.
 */
async function hashWithCode(
  context: { db: Db; clock: Clock; secretBox: SecretBox },
  userId: string,
  { password, code }: AcceptedLink,
  address: string,
): Promise<{ passwordHash: string; isCodeAsked: boolean }> {
  const account = await selectAccount(context.db, userId)
  if (account === null) throw refusals.linkNotFound()
  let isCodeAsked = true
  const isCodeRight = async (): Promise<boolean> => {
    const { kind } = await takeCode(context, userId, code)
    if (kind === 'needed') throw refusals.secondFactorNeeded()
    isCodeAsked = kind !== 'not asked'
    return kind !== 'wrong'
  }
  let passwordHash = ''
  const isRight = await checkThrottled(context, { email: account.email, address }, async () => {
    // A code that is missing is asked for at once, without a hash.
    if (code === null) await isCodeRight()
    passwordHash = await hashPassword(password)
    return isCodeRight()
  })
  if (!isRight) throw refusals.secondFactorWrong()
  return { passwordHash, isCodeAsked }
}

function neededOfOwner({ email, name }: AcceptedLink): { email: string; name: string } {
  if (email === null) throw refusals.faultyRequest({ path: 'email', message: 'is required' })
  if (name === null) throw refusals.faultyRequest({ path: 'name', message: 'is required' })
  return { email, name }
}

/**
 * Makes the first owner, who may be somebody that was invited and has no password yet. Returns their id, and the ids of
 * the organizations that they now own.
 */
async function makeOwner(
  transaction: Transaction,
  { email, name, newId, now }: { email: string; name: string; newId: NewId; now: Date },
): Promise<{ userId: string; organizationIds: string[] }> {
  await lockFirstOwner(transaction)
  if (await selectHasUser(transaction)) throw refusals.linkNotFound()
  const invited = await selectAccountByEmail(transaction, email)
  const userId = invited?._id ?? newId()
  if (invited === null)
    await insertUser(transaction, { _id: userId, email, name, password_hash: null, is_operator: true, now })
  else await updateUserOperator(transaction, userId, { isOperator: true, now })
  return { userId, organizationIds: await insertOwnerships(transaction, userId, now) }
}

/** Returns whether an address has organizations or an account in another cell too, by the copy of the directory. */
export async function isElsewhere(
  db: Queryable,
  { cells }: Pick<LinkContext, 'cells'>,
  email: string,
): Promise<boolean> {
  const place = cells === null ? null : await selectAccountPlace(db, email)
  return place !== null && [place.cell, ...place.cells].some((cell) => cell !== null && cell !== cells?.name)
}

/** Ends the links of a person who has got another role or a password: whoever has made one could open it, too. */
export async function endLinks(db: Queryable, userId: string): Promise<void> {
  await deleteLinksOf(db, userId, ['invitation', 'password'])
}

/**
 * Deletes the person's links for a lost password, and removes the organization from what their invitations open: people
 * of another organization may have made those. Invitations of operators stay as they are.
 */
export async function narrowLinks(
  db: Queryable,
  { _id, is_operator }: { _id: string; is_operator: boolean },
  organizationId: string,
): Promise<void> {
  await deleteLinksOf(db, _id, ['password'])
  // Operators make the links of operators.
  if (!is_operator) await updateLinksNarrowed(db, _id, organizationId)
}
