import type { Queryable, Reader, Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { MemberRole } from './roles.ts'

/** A person of an organization. */
export interface MemberRow {
  _id: string
  email: string
  name: string
  role: MemberRole
  project_ids: string[] | null
  is_operator: boolean
  has_password: boolean
  /** Since when signing in asks for a second factor. */
  second_factor_since: string | null
  seen_at: string | null
  created_at: string
  updated_at: string
}

const columns = sql`u._id, u.email, u.name, m.role, m.project_ids, u.is_operator,
  u.password_hash is not null as has_password,
  (select confirmed_at from second_factors f where f.user_id = u._id) as second_factor_since, u.seen_at, m.created_at, m.updated_at`

/** Returns one page of an organization's people by name, and how many there are. */
export async function selectMembers(
  db: Reader,
  organizationId: string,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ items: MemberRow[]; total: number }> {
  const from = sql`from memberships m join users u on u._id = m.user_id where m.organization_id = ${organizationId}`
  const [items, counts] = await Promise.all([
    db.query<MemberRow>(sql`
      select ${columns} ${from} order by lower(u.name), u._id limit ${limit}::bigint offset ${skip}::bigint`),
    db.query<{ total: number }>(sql`select count(*) as total ${from}`),
  ])
  return { items, total: counts[0]?.total ?? 0 }
}

/** Returns a person of the organization and locks the membership; null where they have none. */
export async function lockMember(
  transaction: Transaction,
  organizationId: string,
  userId: string,
): Promise<MemberRow | null> {
  const [member] = await transaction.query<MemberRow>(sql`
    select ${columns} from memberships m join users u on u._id = m.user_id
    where m.organization_id = ${organizationId} and m.user_id = ${userId} for update of m`)
  return member ?? null
}

/** Locks the organization, so that its people are changed one after the other. */
export async function lockPeople(transaction: Transaction, organizationId: string): Promise<void> {
  await transaction.query(sql`
    select pg_advisory_xact_lock(hashtext('switchboard people'), hashtext(${organizationId}))`)
}

export interface NewMember {
  organization_id: string
  user_id: string
  role: MemberRole
  project_ids: readonly string[] | null
  now: Date
}

/** Gives a person a role in an organization. Returns false, with nothing written, where they have one. */
export async function insertMember(db: Queryable, member: NewMember): Promise<boolean> {
  const { organization_id, user_id, role, project_ids, now } = member
  const inserted = await db.write(sql`
    insert into memberships (organization_id, user_id, role, project_ids, created_at, updated_at)
    values (${organization_id}, ${user_id}, ${role}, ${project_ids}::uuid[], ${now}, ${now})
    on conflict do nothing returning user_id`)
  return inserted.length === 1
}

export async function updateMember(db: Queryable, member: NewMember): Promise<void> {
  const { organization_id, user_id, role, project_ids, now } = member
  await db.write(sql`
    update memberships set role = ${role}, project_ids = ${project_ids}::uuid[], updated_at = ${now}
    where organization_id = ${organization_id} and user_id = ${user_id}`)
}

export async function deleteMember(db: Queryable, organizationId: string, userId: string): Promise<void> {
  await db.write(sql`
    delete from memberships where organization_id = ${organizationId} and user_id = ${userId}`)
}

/** The condition that the person `u` can sign in, here or in another cell. */
const canSignIn = sql`(u.password_hash is not null
  or exists (select from cell_accounts a where a.email = lower(u.email) and a.cell is not null))`

/**
 * Returns whether the organization has an owner of all projects beside this person: one who can sign in, if this person
 * can. Who has not signed in yet may still lose the role, by the link of another organization.
 */
export async function selectHasOtherOwner(
  db: Reader,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const [row] = await db.query<{ has: boolean }>(sql`
    select exists (
      select from memberships m join users u on u._id = m.user_id
      where m.organization_id = ${organizationId} and m.user_id <> ${userId}
        and m.role = 'owner' and m.project_ids is null
        and (${canSignIn} or not exists (select from users u where u._id = ${userId} and ${canSignIn}))) as has`)
  return row!.has
}

/** A role of one person, and the role that another one has in the same organization. */
export interface SharedRole {
  role: MemberRole
  /** Null where the other has none there, or one for some projects only. */
  others_role: MemberRole | null
}

/** Returns every role of a person, beside the roles that another person has in the same organizations. */
export async function selectSharedRoles(
  db: Reader,
  userId: string,
  otherUserId: string,
): Promise<SharedRole[]> {
  return db.query<SharedRole>(sql`
    select m.role, case when o.project_ids is null then o.role end as others_role
    from memberships m
    left join memberships o on o.organization_id = m.organization_id and o.user_id = ${otherUserId}
    where m.user_id = ${userId}`)
}

/** A role that a person has in an organization. */
export interface HeldRole {
  organization_id: string
  role: MemberRole
}

/** Returns the roles of a person in all organizations of this cell, and locks them. Index: memberships_by_user. */
export async function lockRoles(transaction: Transaction, userId: string): Promise<HeldRole[]> {
  return transaction.query<HeldRole>(sql`
    select organization_id, role from memberships where user_id = ${userId} and is_here(organization_id)
    order by organization_id for update`)
}

/**
 * Deletes a person's roles in all organizations of this cell except these, and returns them. Index:
 * memberships_by_user.
 */
export async function deleteOtherRoles(
  transaction: Transaction,
  userId: string,
  keptOrganizationIds: readonly string[],
): Promise<HeldRole[]> {
  return transaction.write<HeldRole>(sql`
    delete from memberships where user_id = ${userId} and organization_id <> all(${keptOrganizationIds}::uuid[])
      and is_here(organization_id)
    returning organization_id, role`)
}

/** Returns those of the ids that are projects of the organization. */
export async function selectKnownProjects(
  db: Reader,
  organizationId: string,
  projectIds: readonly string[],
): Promise<string[]> {
  const rows = await db.query<{ _id: string }>(sql`
    select _id from projects where organization_id = ${organizationId} and _id = any(${projectIds}::uuid[])`)
  return rows.map(({ _id }) => _id)
}

/** An organization with the projects that a person may see, and their role in it. */
export interface OpenOrganization {
  _id: string
  name: string
  role: MemberRole | null
  project_ids: string[] | null
  /** Whether it has the demo. */
  is_demo: boolean
  /** The names of up to three owners of all of it, who may give any role. */
  owners: string[]
  plan: {
    status: 'active' | 'inactive'
    whatsapp_sends: number
    sends_used: number
    links: number
    links_used: number
  }
  projects: { _id: string; name: string; status: string; timezone: string; language: string }[]
}

/**
 * Returns one page of the organizations that a person may see, by name, with their projects, and how many there are. An
 * operator sees all of both. With an id, only that one is returned. One that has moved to another cell, or still comes,
 * is listed there.
 */
export async function selectOpenOrganizations(
  db: Reader,
  { userId, isOperator }: { userId: string; isOperator: boolean },
  { skip, limit, organizationId }: { skip: number; limit: number; organizationId: string | null },
): Promise<{ items: OpenOrganization[]; total: number }> {
  const from = sql`from organizations o
    left join memberships m on m.organization_id = o._id and m.user_id = ${userId}
    where (${isOperator} or m.user_id is not null)
      and (${organizationId}::uuid is null or o._id = ${organizationId}::uuid)
      and not exists (select from organization_moves v
        where v.organization_id = o._id and (v.side = 'target' or v.state = 'left'))`
  const [items, counts] = await Promise.all([
    db.query<OpenOrganization>(sql`
      select o._id, o.name, m.role, m.project_ids,
        exists (select from demos d where d.organization_id = o._id) as is_demo,
        array(select u.name from memberships w join users u on u._id = w.user_id
          where w.organization_id = o._id and w.role = 'owner' and w.project_ids is null
          order by u.name, u._id limit 3) as owners,
        json_build_object('status', o.plan_status, 'whatsapp_sends', o.plan_whatsapp_sends, 'links', o.plan_links,
          'sends_used', coalesce((select q.consumed + q.reserved from whatsapp_quotas q where q.organization_id = o._id), 0),
          'links_used', coalesce((select l.indexed from organization_links l where l.organization_id = o._id), 0)) as plan,
        coalesce((
        select jsonb_agg(jsonb_build_object('_id', p._id, 'name', p.name, 'status', p.status, 'timezone', p.timezone,
          'language', p.language) order by p.name)
        from projects p
        where p.organization_id = o._id
          and (${isOperator} or m.project_ids is null or p._id = any(m.project_ids))), '[]') as projects
      ${from} order by o.name, o._id limit ${limit}::bigint offset ${skip}::bigint`),
    db.query<{ total: number }>(sql`select count(*) as total ${from}`),
  ])
  return { items, total: counts[0]?.total ?? 0 }
}
