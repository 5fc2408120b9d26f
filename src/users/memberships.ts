import { recordChange } from '../audit/record-change.ts'
import type { ChangeAction, ChangedField } from '../audit/record-change.ts'
import type { Clock } from '../base/clock.ts'
import { cutText } from '../base/cut-text.ts'
import { isUuid } from '../base/ids.ts'
import { refusals } from '../base/refusals.ts'
import type { Db } from '../db/database.ts'
import type { Queryable, Transaction } from '../db/queryable.ts'
import type { RequestUser } from './authenticate-user.ts'
import { endLinks, isElsewhere, makeLink, narrowLinks } from './links.ts'
import type { LinkContext, MadeLink } from './links.ts'
import {
  deleteMember,
  insertMember,
  lockMember,
  lockPeople,
  lockRoles,
  selectHasOtherOwner,
  selectKnownProjects,
  selectSharedRoles,
  updateMember,
} from './membership-queries.ts'
import type { MemberRow } from './membership-queries.ts'
import { insertUser, lockAccountByEmail, lockUser } from './queries.ts'
import { lesserRole, managesRole } from './roles.ts'
import type { MemberRole } from './roles.ts'
import { deleteSecondFactor } from './second-factor-queries.ts'
import { deleteSessions } from './session-queries.ts'

export interface PeopleContext extends LinkContext {
  db: Db
  clock: Clock
}

/** Who changes the people of an organization: a person or token, or the operator at the command line. */
export type Manager = Pick<RequestUser, 'user_id' | 'role' | 'is_operator' | 'token_role' | 'actor'> & {
  /** The session of the request; absent or null: none. */
  session_id?: string | null
}

/** The role that somebody is given in an organization. */
export interface GivenRole {
  role: MemberRole
  /** Null: all projects. */
  project_ids: readonly string[] | null
}

/** The longest name of a person. */
const nameCharactersMax = 200

/** Returns the name of somebody of whom nothing but the address is known. */
export function nameOf(email: string): string {
  const local = email.replace(/@.*$/, '')
  return cutText(local, nameCharactersMax)
}

/**
 * Gives somebody a role in the organization, and makes a link to hand over where they can't sign in yet. The link is
 * null for people who have a password, and for people whom others have invited too, also in another cell: whoever opens
 * a link chooses the password of the account. Links of others stay good for what they opened before.
 *
 * @throws {Refusal} `role_missing`, `person_exists`, or `invalid_request` for unknown projects.
 */
export async function inviteUser(
  context: PeopleContext,
  manager: Manager,
  organizationId: string,
  { email, name, ...given }: { email: string; name: string | null } & GivenRole,
): Promise<{ member: MemberRow; link: MadeLink | null }> {
  const now = context.clock.now()
  return context.db.transaction(async (transaction) => {
    await lockPeople(transaction, organizationId)
    refuseRole(manager, given.role)
    await refuseUnknownProjects(transaction, organizationId, given.project_ids)
    const user = { _id: context.newId(), email, name: name ?? nameOf(email), password_hash: null }
    const isNew = await insertUser(transaction, { ...user, is_operator: false, now })
    const account = isNew ? user : (await lockAccountByEmail(transaction, email))!
    const membership = { organization_id: organizationId, user_id: account._id, ...given, now }
    if (!(await insertMember(transaction, membership))) throw refusals.personExists()
    const member = (await lockMember(transaction, organizationId, account._id))!
    await recordMember(transaction, { context, manager, organizationId, now }, member, 'invited', [
      { path: 'role', before: null, after: given.role },
      ...(given.project_ids === null
        ? []
        : [{ path: 'project_ids', before: null, after: given.project_ids }]),
    ])
    const governs = await governsPerson(transaction, context, manager, member)
    if (governs) await endLinks(transaction, member._id)
    else await narrowLinks(transaction, member, organizationId)
    if (member.has_password || !governs) return { member, link: null }
    const organizationIds = await openedByLink(transaction, context, manager, member._id)
    const request = { kind: 'invitation', userId: member._id, organizationIds, now } as const
    return { member, link: await makeLink(transaction, context, request) }
  })
}

/**
 * Changes a person's role. Where it differs, their sessions end, so that nothing goes on under the old role; and their
 * links, where whoever has made one may not manage the new role.
 *
 * @throws {Refusal} `person_not_found`, `role_missing`, `last_owner`, or `invalid_request` for unknown projects.
 */
export async function changePerson(
  context: PeopleContext,
  manager: Manager,
  { organizationId, userId }: { organizationId: string; userId: string },
  patch: { role?: MemberRole | undefined; project_ids?: readonly string[] | null | undefined },
): Promise<MemberRow> {
  const now = context.clock.now()
  return context.db.transaction(async (transaction) => {
    const before = await lockManaged(transaction, manager, organizationId, userId)
    const role = patch.role ?? before.role
    const project_ids = patch.project_ids === undefined ? before.project_ids : patch.project_ids
    refuseRole(manager, role)
    await refuseUnknownProjects(transaction, organizationId, project_ids)
    if (role !== 'owner' || project_ids !== null) await refuseLastOwner(transaction, organizationId, before)
    const fields: ChangedField[] = [
      ...(role === before.role ? [] : [{ path: 'role', before: before.role, after: role }]),
      ...(isSame(project_ids, before.project_ids)
        ? []
        : [{ path: 'project_ids', before: before.project_ids, after: project_ids }]),
    ]
    if (fields.length === 0) return before
    await updateMember(transaction, {
      organization_id: organizationId,
      user_id: userId,
      role,
      project_ids,
      now,
    })
    await deleteSessions(transaction, userId, null)
    if (!managesRole('admin', role)) await endLinks(transaction, userId)
    await recordMember(transaction, { context, manager, organizationId, now }, before, 'updated', fields)
    return (await lockMember(transaction, organizationId, userId))!
  })
}

/**
 * Takes a person's role in the organization away. The person stays, with the roles in other organizations.
 *
 * @throws {Refusal} `person_not_found`, `role_missing` or `last_owner`.
 */
export async function removeMember(
  context: PeopleContext,
  manager: Manager,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  const now = context.clock.now()
  await context.db.transaction(async (transaction) => {
    const member = await lockManaged(transaction, manager, organizationId, userId)
    await refuseLastOwner(transaction, organizationId, member)
    await deleteMember(transaction, organizationId, userId)
    await deleteSessions(transaction, userId, null)
    await recordMember(transaction, { context, manager, organizationId, now }, member, 'removed', [
      { path: 'role', before: member.role, after: null },
    ])
  })
}

/**
 * Ends the sessions of a person, in every organization; of the manager's own, the present one stays. Returns how many.
 *
 * @throws {Refusal} `person_not_found` or `role_missing`.
 */
export async function endSessionsOf(
  context: PeopleContext,
  manager: Manager,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<number> {
  const now = context.clock.now()
  return context.db.transaction(async (transaction) => {
    const member = await lockManaged(transaction, manager, organizationId, userId)
    const kept = userId === manager.user_id ? (manager.session_id ?? null) : null
    const ended = await deleteSessions(transaction, userId, kept)
    await recordMember(
      transaction,
      { context, manager, organizationId, now },
      member,
      'sessions ended',
      ended === 0 ? [] : [{ path: 'sessions', before: ended, after: 0 }],
    )
    return ended
  })
}

/**
 * Makes a link with which a person sets a password: the first one, or another if it is lost. The link opens everything
 * that the person may use, so only people who manage all of their roles may make it.
 *
 * @throws {Refusal} `person_not_found`, `role_missing` or `person_elsewhere`.
 */
export async function makePersonLink(
  context: PeopleContext,
  manager: Manager,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<MadeLink> {
  const now = context.clock.now()
  return context.db.transaction(async (transaction) => {
    const member = await lockManaged(transaction, manager, organizationId, userId)
    if (!(await governsPerson(transaction, context, manager, member))) throw refusals.personElsewhere()
    const kind = member.has_password ? 'password' : 'invitation'
    await recordMember(
      transaction,
      { context, manager, organizationId, now },
      member,
      `${kind} link made`,
      [],
    )
    const organizationIds = await openedByLink(transaction, context, manager, userId)
    return makeLink(transaction, context, { kind, userId, organizationIds, now })
  })
}

/**
 * Turns the second factor of a person off, who has lost it, and ends their sessions. As with links for a lost password,
 * only people who manage all of their roles may do it.
 *
 * @throws {Refusal} `person_not_found`, `role_missing`, `person_elsewhere` or `second_factor_not_begun`.
 */
export async function endPersonSecondFactor(
  context: PeopleContext,
  manager: Manager,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  const now = context.clock.now()
  await context.db.transaction(async (transaction) => {
    const member = await lockManaged(transaction, manager, organizationId, userId)
    if (!(await governsPerson(transaction, context, manager, member))) throw refusals.personElsewhere()
    if (!(await deleteSecondFactor(transaction, userId))) throw refusals.secondFactorNotBegun()
    await deleteSessions(transaction, userId, null)
    const place = { context, manager, organizationId, now }
    await recordMember(transaction, place, member, 'second factor turned off', [])
  })
}

/**
 * Returns which organizations a link of the manager opens; null: everything that the person has. Another cell ends no
 * links of this one, so where there are cells, only an operator's link opens what is given there later.
 */
async function openedByLink(
  transaction: Transaction,
  { cells }: Pick<PeopleContext, 'cells'>,
  { is_operator }: Manager,
  userId: string,
): Promise<readonly string[] | null> {
  if (cells === null || is_operator) return null
  const roles = await lockRoles(transaction, userId)
  return roles.map(({ organization_id }) => organization_id)
}

async function lockManaged(
  transaction: Transaction,
  manager: Manager,
  organizationId: string,
  userId: string,
): Promise<MemberRow> {
  await lockPeople(transaction, organizationId)
  if (!isUuid(userId)) throw refusals.personNotFound()
  await lockUser(transaction, userId)
  const member = await lockMember(transaction, organizationId, userId)
  if (member === null) throw refusals.personNotFound()
  refuseRole(manager, member.role)
  return member
}

function refuseRole({ role }: Manager, managed: MemberRole): void {
  if (role === null || !managesRole(role, managed)) throw refusals.roleMissing('owner', role)
}

/**
 * Returns whether the manager manages every role that the person has, in all organizations. Nobody here manages
 * somebody who has organizations or an account in another cell too: a session of this cell may be good there.
 */
async function governsPerson(
  db: Queryable,
  context: Pick<PeopleContext, 'cells'>,
  manager: Manager,
  { _id, email, is_operator }: MemberRow,
): Promise<boolean> {
  if (manager.is_operator) return true
  if (is_operator) return false
  if (await isElsewhere(db, context, email)) return false
  const { token_role } = manager
  const shared = await selectSharedRoles(db, _id, manager.user_id)
  return shared.every(({ role, others_role }) => {
    if (others_role === null) return false
    return managesRole(token_role === null ? others_role : lesserRole(others_role, token_role), role)
  })
}

async function refuseUnknownProjects(
  db: Queryable,
  organizationId: string,
  projectIds: readonly string[] | null,
): Promise<void> {
  if (projectIds === null) return
  const known = await selectKnownProjects(db, organizationId, projectIds.filter(isUuid))
  const faults = projectIds.flatMap((id, index) =>
    known.includes(id)
      ? []
      : [{ path: `project_ids[${index}]`, message: 'must be a project of the organization' }],
  )
  const [first, ...rest] = faults
  if (first !== undefined) throw refusals.faultyRequest(first, ...rest)
}

async function refuseLastOwner(db: Queryable, organizationId: string, member: MemberRow): Promise<void> {
  if (member.role !== 'owner' || member.project_ids !== null) return
  if (!(await selectHasOtherOwner(db, organizationId, member._id))) throw refusals.lastOwner()
}

function isSame(one: readonly string[] | null, other: readonly string[] | null): boolean {
  return JSON.stringify(one?.toSorted() ?? null) === JSON.stringify(other?.toSorted() ?? null)
}

async function recordMember(
  db: Queryable,
  place: { context: PeopleContext; manager: Manager; organizationId: string; now: Date },
  member: MemberRow,
  action: ChangeAction,
  fields: readonly ChangedField[],
): Promise<void> {
  const { context, manager, organizationId, now } = place
  const writing = { now, newId: context.newId, actor: manager.actor }
  await recordChange(db, writing, {
    organization_id: organizationId,
    kind: 'person',
    record_id: member._id,
    record_name: member.name,
    action,
    revision: null,
    fields,
  })
}
