import { changedFields } from '../audit/changed-fields.ts'
import { recordChange } from '../audit/record-change.ts'
import type { ChangeAction, ChangedField, ChangeWriting } from '../audit/record-change.ts'
import { cutText } from '../base/cut-text.ts'
import { refusals } from '../base/refusals.ts'
import type { Transaction } from '../db/queryable.ts'
import { generateApiKey, hashApiKey, organizationScopes, prefixOfApiKey } from './api-key.ts'
import type { KeyRate } from './limits/rates.ts'
import { insertApiKey, updateApiKeyRate, updateApiKeyReplaced, updateApiKeyRevoked } from './queries.ts'
import type { ProjectKey } from './queries.ts'

/** How long a replaced key may work beside the one that replaces it, in seconds. */
export const overlapSeconds = [0, 900, 3_600, 86_400, 604_800] as const

/** The longest name of a key, in characters. */
export const keyNameCharactersMax = 200

interface KeyRequest {
  organization_id: string
  project_id: string
  name: string
  scopes: readonly string[]
  /** Null: no limit. */
  rate: KeyRate | null
}

/**
 * Refuses a key with scopes of the whole organization to somebody whose role is for some projects. Some paths without
 * a project need no scope, so any key still reads the organization's list of projects and its analytics.
 *
 * @throws {Refusal} `role_missing`.
 */
export function refuseOrganizationScopes(
  projectIds: readonly string[] | null,
  granted: readonly string[],
): void {
  if (projectIds !== null && granted.some((scope) => organizationScopes.includes(scope)))
    throw refusals.roleForSomeProjects()
}

/** A new key with its value, which is stored nowhere. */
export interface MadeKey {
  _id: string
  key: string
}

/** Makes a key. Returns null, with nothing written, if the project has a key of this name, also a revoked one. */
export async function makeKey(
  transaction: Transaction,
  writing: ChangeWriting,
  { organization_id, project_id, name, scopes, rate }: KeyRequest,
): Promise<MadeKey | null> {
  const key = generateApiKey()
  const _id = writing.newId()
  const isMade = await insertApiKey(transaction, {
    organization_id,
    project_id,
    _id,
    name,
    key_hash: hashApiKey(key),
    prefix: prefixOfApiKey(key),
    scopes,
    rate,
    created_at: writing.now,
    made_by: writing.actor.name,
  })
  if (!isMade) return null
  await recordKey(transaction, writing, { organization_id, project_id, _id, name, revision: 0 }, 'created', [
    { path: 'name', before: null, after: name },
    { path: 'scopes', before: null, after: scopes },
    ...changedFields(null, { rate: rate ?? 'none' }),
  ])
  return { _id, key }
}

/**
 * Replaces a locked key that works by a new one with its name, scopes and rate. The old one gets another name, and ends
 * after the overlap.
 */
export async function rotateKey(
  transaction: Transaction,
  writing: ChangeWriting,
  old: ProjectKey,
  overlap: (typeof overlapSeconds)[number],
): Promise<{ made: MadeKey; endsAt: Date }> {
  const endsAt = new Date(writing.now.getTime() + overlap * 1_000)
  // Such as `(replaced 2026-03-01 12:00 UTC, svc_live_Ab3d)`: the prefix keeps the name unique.
  const minute = writing.now.toISOString().slice(0, 16).replace('T', ' ')
  const replaced = ` (replaced ${minute} UTC, ${old.prefix})`
  const room = keyNameCharactersMax - replaced.length
  const name = cutText(old.name, room) + replaced
  await updateApiKeyReplaced(transaction, old, { name, endsAt })
  await recordKey(transaction, writing, { ...old, name }, 'replaced', [
    { path: 'name', before: old.name, after: name },
    { path: 'ends_at', before: old.ends_at, after: endsAt.toISOString() },
  ])
  const made = await makeKey(transaction, writing, old)
  if (made === null) throw new Error('the name of the replaced key was taken at once')
  return { made, endsAt }
}

/** Revokes a locked key. Returns when it was revoked, which may be earlier: then nothing is written. */
export async function revokeKey(
  transaction: Transaction,
  writing: ChangeWriting,
  key: ProjectKey,
): Promise<string> {
  if (key.revoked_at !== null) return key.revoked_at
  const revokedAt = writing.now.toISOString()
  await updateApiKeyRevoked(transaction, key, writing.now)
  await recordKey(transaction, writing, key, 'revoked', [
    { path: 'revoked_at', before: null, after: revokedAt },
  ])
  return revokedAt
}

/** Gives a locked key that is not revoked another rate. */
export async function setRateOfKey(
  transaction: Transaction,
  writing: ChangeWriting,
  key: ProjectKey,
  rate: KeyRate | null,
): Promise<void> {
  if ((await updateApiKeyRate(transaction, key, rate, writing.now)) === null) return
  const fields = changedFields({ rate: key.rate ?? 'none' }, { rate: rate ?? 'none' })
  await recordKey(transaction, writing, key, 'updated', fields)
}

async function recordKey(
  transaction: Transaction,
  writing: ChangeWriting,
  key: Pick<ProjectKey, 'organization_id' | 'project_id' | '_id' | 'name' | 'revision'>,
  action: ChangeAction,
  fields: ChangedField[],
): Promise<void> {
  await recordChange(transaction, writing, {
    organization_id: key.organization_id,
    project_id: key.project_id,
    kind: 'api_key',
    record_id: key._id,
    record_name: key.name,
    action,
    revision: key.revision + 1,
    fields,
  })
}
