import assert from 'node:assert/strict'
import type { Actor } from '../../audit/record-change.ts'
import { hashApiKey, isApiKeyForm, scopes } from '../../keys/api-key.ts'
import { makeKey, revokeKey } from '../../keys/change-keys.ts'
import { lockProjectKey, selectKeyHolder } from '../../keys/queries.ts'
import { applyDeclaration, programItself } from '../apply/apply-declaration.ts'
import type { ApplyContext } from '../apply/apply-declaration.ts'
import type { Fields } from '../apply/keep-stored.ts'
import { lockDeclarations, selectPhoneNumberIdHolders } from '../apply/queries.ts'
import { isSandboxAddress } from '../point-number.ts'
import { demoDeclaration, demoKeyName, demoRate } from './demo-declaration.ts'
import type { DemoAddresses } from './demo-declaration.ts'
import { demoSender } from './demo-whatsapp.ts'
import { selectKeysOf } from './queries.ts'

export type DemoContext = ApplyContext

/** Who loads the demo, in the audit. */
const demoActor: Actor = { ...programItself, name: 'switchboard demo' }

export interface LoadedDemo {
  organization_id: string
  project_id: string
  /** Ids by name; the first campaign is always open. */
  campaigns: Record<string, string>
  /** Ids by name; the first broadcast has a template. */
  broadcasts: Record<string, string>
  /** A valid key of the demo project, with every scope. */
  key: string
}

/**
 * Applies `demoDeclaration`. It is safe to run at every start, and twice at once. In stored records it writes only the
 * addresses of the sandbox, so that what somebody has changed since stays, also a new name of the project.
 *
 * The database keeps only the hash of a key, so the caller stores the key and passes it in. It is returned as long as
 * it is valid. If it is lost, unknown or revoked, all keys of the demo are revoked and a new one is made. So no key
 * stays valid that nobody can show.
 *
 * @param storedKey the key that an earlier run returned; null at the first run.
 * @param options.hasHistory whether to apply the records too that the history of `loadHistory` belongs to.
 */
export async function loadDemo(
  context: DemoContext,
  addresses: DemoAddresses,
  storedKey: string | null,
  { hasHistory = false }: { hasHistory?: boolean } = {},
): Promise<LoadedDemo> {
  const declared = demoDeclaration(addresses, hasHistory)
  const [holder] = await selectPhoneNumberIdHolders(context.db, [demoSender.phone_number_id])
  if (holder !== undefined) {
    declared.organizations[0]!.name = holder.organization
    declared.organizations[0]!.projects[0]!.name = holder.project
  }
  const applied = await applyDeclaration(context, declared, {
    actor: demoActor,
    fieldsToWrite: sandboxAddress,
  })
  assert(applied.ok, `the demo is refused: ${JSON.stringify(applied)}`)
  const [organization] = applied.tree.organizations
  const [project] = organization?.projects ?? []
  assert(organization && project, 'the demo declares one organization with one project')
  const tenant = { organization_id: organization._id, project_id: project._id }
  return {
    ...tenant,
    campaigns: Object.fromEntries(project.campaigns.map(({ name, _id }) => [name, _id])),
    broadcasts: Object.fromEntries(project.broadcasts.map(({ name, _id }) => [name, _id])),
    key: project.api_keys[0]?.key ?? (await renewKey(context, tenant, storedKey?.trim() ?? null)),
  }
}

/**
 * Returns the declared addresses in place of stored ones that lead to a sandbox on this machine. Any other stored
 * address is somebody's choice and stays.
 */
function sandboxAddress(declared: Fields, stored: Fields): Fields {
  const names = ['api_url', 'base_url'].filter(
    (name) => isSandboxAddress(stored[name]) && declared[name] !== undefined,
  )
  return Object.fromEntries(names.map((name) => [name, declared[name]]))
}

interface Tenant {
  organization_id: string
  project_id: string
}

/** Returns the stored key if it is valid, else a new one in place of all keys of the demo. */
async function renewKey(
  { db, clock, newId }: DemoContext,
  tenant: Tenant,
  storedKey: string | null,
): Promise<string> {
  return db.transaction(async (transaction) => {
    // The lock of declarations makes two concurrent starts run one after the other, so that they make at most one key
    // each.
    await lockDeclarations(transaction)
    if (storedKey !== null && isApiKeyForm(storedKey)) {
      const holder = await selectKeyHolder(transaction, hashApiKey(storedKey))
      if (holder?.project_id === tenant.project_id && scopes.every((scope) => holder.scopes.includes(scope)))
        return storedKey
    }
    const now = clock.now()
    const keys = await selectKeysOf(transaction, tenant.organization_id, tenant.project_id)
    const writing = { now, newId, actor: demoActor }
    for (const { _id, name } of keys) {
      const stored = isDemoKeyName(name) ? await lockProjectKey(transaction, tenant, _id) : null
      if (stored !== null) await revokeKey(transaction, writing, stored)
    }
    const name = nextKeyName(new Set(keys.map((other) => other.name)))
    const made = await makeKey(transaction, writing, { ...tenant, name, scopes, rate: demoRate })
    assert(made, 'the name was free under the lock')
    return made.key
  })
}

function isDemoKeyName(name: string): boolean {
  return name === demoKeyName || new RegExp(`^${demoKeyName} \\d+$`).test(name)
}

/** Returns the first free name for a new key. Revoked keys keep their names. */
function nextKeyName(taken: ReadonlySet<string>): string {
  for (let number = 2; ; number++)
    if (!taken.has(`${demoKeyName} ${number}`)) return `${demoKeyName} ${number}`
}
