import type { Command } from 'commander'
import type { Config } from '../base/config.ts'
import { uuidv7 } from '../base/ids.ts'
import { createSecretBox } from '../base/secret-box.ts'
import type { Db } from '../db/database.ts'
import { privateHostsOf } from '../providers/web/guard/private-hosts.ts'
import { createResolver } from '../providers/web/guard/resolver.ts'
import { syncTemplates } from '../whatsapp/templates/sync-templates.ts'
import type { SyncOutcome } from '../whatsapp/templates/sync-templates.ts'
import { claimSync, selectSyncSenders } from '../whatsapp/templates/template-queries.ts'
import { commandActor } from './command-actor.ts'
import { openMigrated } from './open-database.ts'
import { CommandFault, printJson, printLine } from './output.ts'
import { loadSecretKey } from './secret-key.ts'

interface SyncOptions {
  organization?: string
  project?: string
  json?: true
}

export function addTemplates(program: Command, config: () => Config): void {
  const templates = program.command('templates').description('the templates of WhatsApp senders')
  templates
    .command('sync')
    .description(
      'make the templates of each connected sender what WhatsApp has; all of an account, or nothing',
    )
    .option('--organization <name or id>', 'only senders of this organization')
    .option('--project <name or id>', 'only senders of this project of the organization')
    .option('--json', 'print one JSON document')
    .action((options: SyncOptions) => syncAll(config(), options))
}

/** Reads the templates of all selected senders. The exit status is 1 if those of one could not be read. */
async function syncAll(settings: Config, options: SyncOptions): Promise<void> {
  const { organization = null, project = null, json } = options
  if (project !== null && organization === null)
    throw new CommandFault('--project needs --organization: several may have a project of this name')
  await using opened = await openMigrated(settings)
  const { db, clock } = opened
  const senders = await selectSyncSenders(db, { organization, project })
  if (senders.length === 0 && organization !== null)
    throw new CommandFault(
      `there is no connected sender in ${project === null ? '' : `a project ${project} of `}an organization ${organization}`,
    )
  const secretBox = createSecretBox(await loadSecretKey(settings))
  const givenHosts = { privateHosts: privateHostsOf(settings.privateHosts), lookup: createResolver() }
  const context = { db, clock, newId: uuidv7, secretBox, givenHosts, actor: commandActor() }
  const done: SyncedSender[] = []
  for (const sender of senders) {
    const synced = await syncSender(context, sender)
    if (synced === null) continue
    done.push(synced)
    if (!json) printSender(synced)
  }
  if (json)
    printJson({
      senders: done.map(({ outcome: { kind, ...outcome }, ...names }) => ({
        ...names,
        status: kind,
        ...outcome,
      })),
    })
  else if (done.length === 0) printLine('There are no connected senders.')
  if (done.some(({ outcome }) => outcome.kind === 'failed')) process.exitCode = 1
}

interface SyncedSender {
  _id: string
  organization: string
  project: string
  name: string
  outcome: SyncOutcome
}

/** Reads the templates of a sender. Returns null if it has been disconnected meanwhile. */
async function syncSender(
  context: Parameters<typeof syncTemplates>[0] & { db: Db },
  sender: { organization_id: string; _id: string },
): Promise<SyncedSender | null> {
  const claimed = await claimSync(context.db, sender, context.clock.now())
  if (claimed === null) return null
  const outcome = await syncTemplates(context, claimed)
  const { _id, organization, project, name } = claimed
  return { _id, organization, project, name, outcome }
}

function printSender({ organization, project, name, outcome }: SyncedSender): void {
  const sender = `${organization} / ${project} / ${name}`
  if (outcome.kind === 'failed') {
    const code = outcome.code === null ? '' : ` (code ${outcome.code})`
    return printLine(`${sender}: nothing was changed: ${outcome.reason}${code}`)
  }
  const { added, changed, disabled, unchanged } = outcome
  printLine(
    `${sender}: ${added.length} added, ${changed.length} changed, ${disabled.length} disabled, ${unchanged} unchanged`,
  )
  for (const [what, names] of Object.entries({ added, changed, disabled }))
    for (const template of names) printLine(`  ${what}: ${template}`)
}
