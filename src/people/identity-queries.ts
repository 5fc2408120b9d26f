import type { Transaction } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import type { PersonContact } from './contact.ts'
import { refreshSearch } from './queries.ts'

/** When a key itself was seen first, whatever other keys of the person were seen earlier. */
const ownFirstSeen = (row: Sql) => sql`coalesce(${row}.own_first_seen_at, ${row}.first_seen_at)`

/**
 * Makes one lead of a person who has several keys on one channel. The lead has the key of the identity, and the
 * earliest time at which any of the keys was seen. It keeps which keys that time is from, so that a separation can take
 * it back. The rows must be locked.
 */
export async function mergeLeads(transaction: Transaction, met: PersonContact): Promise<void> {
  const { organization_id, project_id, identity, aliases = [] } = met
  if (identity === null || aliases.length === 0) return
  const mine = sql`organization_id = ${organization_id} and project_id = ${project_id}
    and channel_type = ${identity.channel_type}`
  const others = aliases.filter((key) => key !== identity.identity_key)
  await transaction.query(sql`
    with other as materialized (
      select identity_key, first_seen_at, earlier_keys from channel_identities
      where ${mine} and identity_key = any(${others}::text[])
    ), earlier as (
      select k.identity_key, ${ownFirstSeen(sql`k`)} as seen_at from channel_identities k
      where ${mine} and identity_key in (
        select identity_key from other union all select unnest(earlier_keys) from other)
    )
    update channel_identities t set is_alias = false,
      first_seen_at = least(first_seen_at, (select min(first_seen_at) from other)),
      own_first_seen_at = ${ownFirstSeen(sql`t`)},
      earlier_keys = (
        select array_agg(distinct key) from (
          select unnest(t.earlier_keys) as key
          union all
          select identity_key from earlier where seen_at < ${ownFirstSeen(sql`t`)}) k)
    where ${mine} and identity_key = ${identity.identity_key}`)
  await transaction.query(sql`
    update channel_identities set is_alias = true
    where ${mine} and identity_key = any(${others}::text[]) and not is_alias`)
}

/**
 * Gives a person's identity another key, because the channel has announced one. If the profile has that key already,
 * the two identities become one. Their rows must be locked and belong to one profile.
 *
 * @param met the identity with its new key.
 * @returns the profile's id; null if nobody has the old key.
 */
export async function moveIdentityKey(
  transaction: Transaction,
  met: PersonContact,
  oldKey: string,
): Promise<string | null> {
  const { organization_id, project_id, identity } = met
  const mine = sql`organization_id = ${organization_id} and project_id = ${project_id}
    and channel_type = ${identity?.channel_type ?? null}`
  const key = identity?.identity_key ?? null
  const [moved] = await transaction.query<{ profile_id: string }>(sql`
    update channel_identities set identity_key = ${key}
    where ${mine} and identity_key = ${oldKey}
      and not exists (select from channel_identities where ${mine} and identity_key = ${key})
    returning profile_id`)
  if (moved !== undefined) {
    await renameEarlierKey(transaction, moved.profile_id, mine, { oldKey, key })
    return moved.profile_id
  }
  const [gone] = await transaction.query<{
    profile_id: string
    first_seen_at: string
    last_seen_at: string
    is_alias: boolean
    username: string | null
    own_seen_at: string
    earlier_keys: string[] | null
  }>(sql`
    delete from channel_identities t where ${mine} and identity_key = ${oldKey}
    returning profile_id, first_seen_at, last_seen_at, is_alias, username, ${ownFirstSeen(sql`t`)} as own_seen_at,
      earlier_keys`)
  if (gone === undefined) return null
  await transaction.query(sql`
    update channel_identities t set first_seen_at = least(first_seen_at, ${gone.first_seen_at}),
      own_first_seen_at = least(${ownFirstSeen(sql`t`)}, ${gone.own_seen_at}),
      earlier_keys = (
        select array_agg(distinct k) from unnest(t.earlier_keys || ${gone.earlier_keys}::text[]) k
        where k <> all(${[key, oldKey]}::text[])),
      last_seen_at = greatest(last_seen_at, ${gone.last_seen_at}), is_alias = is_alias and ${gone.is_alias},
      username = coalesce(username, ${gone.username})
    where ${mine} and identity_key = ${key}`)
  await renameEarlierKey(transaction, gone.profile_id, mine, { oldKey, key })
  return gone.profile_id
}

/**
 * Deletes numbers from the profile that has an identity, if they came by the identity's channel and lead to no identity
 * of the profile. The rows must be locked.
 *
 * @returns the profile's id; null if it has lost none.
 */
export async function deleteNumbers(
  transaction: Transaction,
  { organization_id, project_id, identity }: PersonContact,
  numbers: readonly string[],
): Promise<string | null> {
  const mine = sql`organization_id = ${organization_id} and project_id = ${project_id}`
  const [gone] = await transaction.query<{ profile_id: string }>(sql`
    delete from profile_contacts k where ${mine} and kind = 'phone' and normalized = any(${numbers}::text[])
      and source = ${identity?.channel_type ?? null}
      and profile_id = (select profile_id from channel_identities where ${mine}
        and channel_type = ${identity?.channel_type ?? null} and identity_key = ${identity?.identity_key ?? null})
      and not exists (select from channel_identities i where i.organization_id = ${organization_id}
        and i.profile_id = k.profile_id and i.identity_key = k.normalized)
    returning profile_id`)
  return gone?.profile_id ?? null
}

/** Names a key of a profile by its new name where other keys have its time. */
async function renameEarlierKey(
  transaction: Transaction,
  profileId: string,
  mine: Sql,
  { oldKey, key }: { oldKey: string; key: string | null },
): Promise<void> {
  await transaction.query(sql`
    update channel_identities set earlier_keys = array_replace(earlier_keys, ${oldKey}, ${key})
    where ${mine} and profile_id = ${profileId} and ${oldKey} = any(earlier_keys) and identity_key <> ${key}`)
}

/** Stores the username that a person has taken on the channel, so that the search finds them by it. */
export async function updateUsername(
  transaction: Transaction,
  {
    organization_id,
    project_id,
    identity,
  }: Pick<PersonContact, 'organization_id' | 'project_id' | 'identity'>,
  username: string,
): Promise<void> {
  const [changed] = await transaction.query<{ profile_id: string }>(sql`
    update channel_identities set username = ${username}
    where organization_id = ${organization_id} and project_id = ${project_id}
      and channel_type = ${identity?.channel_type ?? null} and identity_key = ${identity?.identity_key ?? null}
      and username is distinct from ${username}
    returning profile_id`)
  if (changed !== undefined) await refreshSearch(transaction, organization_id, [changed.profile_id])
}
