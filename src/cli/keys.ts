import type { Command } from 'commander'
import type { Config } from '../base/config.ts'
import { isUuid, uuidv7 } from '../base/ids.ts'
import { scopes } from '../keys/api-key.ts'
import { keyNameCharactersMax, makeKey, revokeKey as revoke } from '../keys/change-keys.ts'
import { usualRate } from '../keys/limits/rates.ts'
import type { KeyRate } from '../keys/limits/rates.ts'
import { lockApiKey, selectApiKeys } from '../keys/queries.ts'
import { commandActor } from './command-actor.ts'
import { openMigrated } from './open-database.ts'
import { CommandFault, printJson, printLine } from './output.ts'
import { findProject, ofProject } from './project-options.ts'
import { readRate } from './rate-option.ts'
import { collect } from './text-option.ts'

interface CreateOptions {
  organization: string
  project: string
  name: string
  scope: string[]
  /** Null: no limit. */
  rate: KeyRate | null
  json?: true
}

export function addKeys(program: Command, config: () => Config): void {
  const keys = program.command('keys').description('create, list and revoke project API keys')
  ofProject(keys.command('create'))
    .description('create a key; its value is printed once and stored nowhere')
    .requiredOption('--name <name>', 'what the key is for')
    .option(
      '--scope <scope>',
      `what it may do beyond reading: ${scopes.join(', ')}; may be repeated`,
      collect,
      [],
    )
    .option(
      '--rate <rate>',
      'how many requests it may make: none, or fields of the declaration such as requests_per_second=50,burst=250',
      readRate,
      usualRate,
    )
    .option('--json', 'print one JSON document')
    .action((options: CreateOptions) => createKey(config(), options))
  keys
    .command('list')
    .description('list all keys, without their values')
    .option('--json', 'print one JSON document')
    .action((options: { json?: true }) => listKeys(config(), options))
  keys
    .command('revoke')
    .description('revoke a key; it stops working at once, in every process')
    .argument('<id>', 'id of the key')
    .option('--json', 'print one JSON document')
    .action((id: string, options: { json?: true }) => revokeKey(config(), id, options))
}

async function createKey(config: Config, options: CreateOptions): Promise<void> {
  const unknown = options.scope.find((scope) => !scopes.some((known) => known === scope))
  if (unknown !== undefined)
    throw new CommandFault(`--scope ${unknown} is unknown; scopes are ${scopes.join(', ')}`)
  if (options.name.trim() === '' || options.name.length > keyNameCharactersMax)
    throw new CommandFault(`--name must have 1 to ${keyNameCharactersMax} characters`)
  await using opened = await openMigrated(config)
  const project = await findProject(opened.db, options)
  const { name, rate } = options
  const request = { ...project, name, scopes: [...new Set(options.scope)], rate }
  const writing = { now: opened.clock.now(), newId: uuidv7, actor: commandActor() }
  const made = await opened.db.transaction((transaction) => makeKey(transaction, writing, request))
  if (made === null)
    throw new CommandFault(
      `the project has a key named ${options.name} already (a revoked key keeps its name); choose another name`,
    )
  const { _id, key } = made
  if (options.json) printJson({ _id, name, scopes: request.scopes, rate: rate ?? 'none', key })
  else printLine(`Key ${_id} (${name}), shown this once:\n${key}`)
}

async function listKeys(config: Config, { json }: { json?: true }): Promise<void> {
  await using opened = await openMigrated(config)
  const keys = await selectApiKeys(opened.db)
  if (json) return printJson({ api_keys: keys })
  if (keys.length === 0) printLine('There are no keys.')
  for (const key of keys) {
    const ends = key.ends_at === null ? 'active' : `replaced, ends ${key.ends_at}`
    const state = key.revoked_at === null ? ends : `revoked ${key.revoked_at}`
    const may = key.scopes.length === 0 ? 'read only' : key.scopes.join(' ')
    printLine(
      `${key._id}  ${key.prefix}…  ${key.organization} / ${key.project} / ${key.name}  ${may}  ${state}`,
    )
  }
}

async function revokeKey(config: Config, id: string, { json }: { json?: true }): Promise<void> {
  await using opened = await openMigrated(config)
  const writing = { now: opened.clock.now(), newId: uuidv7, actor: commandActor() }
  const revokedAt = await opened.db.transaction(async (transaction) => {
    const key = isUuid(id) ? await lockApiKey(transaction, id) : null
    return key && revoke(transaction, writing, key)
  })
  if (revokedAt === null)
    throw new CommandFault(`there is no key with the id ${id}; see switchboard keys list`)
  if (json) printJson({ _id: id, revoked_at: revokedAt })
  else printLine(`Key ${id} is revoked since ${revokedAt}.`)
}
