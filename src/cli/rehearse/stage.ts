import { randomBytes, randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createContext } from '../../app/context.ts'
import type { Context } from '../../app/context.ts'
import { createServer } from '../../app/server.ts'
import { runWorker } from '../../app/worker.ts'
import { systemClock } from '../../base/clock.ts'
import type { Config } from '../../base/config.ts'
import { chromiumDirOf } from '../../base/config.ts'
import { uuidv7 } from '../../base/ids.ts'
import { createLog } from '../../base/log.ts'
import { createDatabase } from '../../db/database.ts'
import type { Db } from '../../db/database.ts'
import { startEmbeddedPostgres } from '../../db/embedded-postgres.ts'
import { migrate } from '../../db/migrate.ts'
import { applyDeclaration } from '../../operator/apply/apply-declaration.ts'
import { adaptDeclaration, rehearsalNames } from '../../operator/rehearse/adapt-declaration.ts'
import type { AdaptedDeclaration } from '../../operator/rehearse/adapt-declaration.ts'
import type { Rehearsal } from '../../operator/rehearse/rehearsal.ts'
import { readGivenFile } from '../../operator/sources/given-source.ts'
import { startModelNetwork } from '../../sandbox/models/model-network.ts'
import { startPhoneNetwork } from '../../sandbox/phone/phone-network.ts'
import type { PhoneNetwork } from '../../sandbox/phone/phone-network.ts'
import { startWhatsappNetwork } from '../../sandbox/whatsapp/whatsapp-network.ts'
import type { WhatsappNetwork } from '../../sandbox/whatsapp/whatsapp-network.ts'
import { addSource } from '../../sources/add-source.ts'
import { commandActor } from '../command-actor.ts'
import { CommandFault } from '../output.ts'
import { modelNetworkPort } from '../sandbox.ts'
import { startToolAnswers } from './tool-answers.ts'

/** How many times faster than real time people on the phone speak and listen. */
const phoneSpeed = 10
const modelSpeed = 10

/** A whole service on a database of its own, with the sandbox's networks around it. */
export interface Stage extends AsyncDisposable {
  context: Context
  url: string
  key: string
  organizationId: string
  projectId: string
  agentId: string
  /** Null where the agent leads no calls, since it can not end them. */
  campaignId: string | null
  phone: PhoneNetwork
  whatsapp: WhatsappNetwork
  adapted: AdaptedDeclaration
  /** The `phone_number_id` by which the agent answers chats; null where it answers none. */
  senderNumberId: string | null
}

export interface StageOptions {
  declaration: unknown
  rehearsal: Rehearsal
  model: string | null
  /** The folder of the rehearsal's file, where `knowledge` begins. */
  folder: string
  /** What the faults of the declaration are said of. */
  declarationFile: string
  /** Opens a migrated database that has nothing else; by default one in a folder for temporary files. */
  openDatabase?: (stop: AbortSignal) => Promise<OpenedDatabase>
}

type OpenedDatabase = { db: Db } & AsyncDisposable

/**
 * Starts everything that a rehearsal needs, on free ports of the loopback address. Neither DATABASE_URL nor DATA_DIR is
 * touched: the database is in a folder for temporary files and is removed at the end.
 *
 * @throws {CommandFault} where declaration, agent, scripts or files do not fit.
 */
export async function startStage(config: Config, options: StageOptions, stop: AbortSignal): Promise<Stage> {
  const { rehearsal } = options
  await using stack = new AsyncDisposableStack()
  const { phone, whatsapp, addresses } = await startNetworks(stack, rehearsal)
  const refused = `${options.declarationFile} can not be rehearsed`
  const adapting = adaptDeclaration(options.declaration, rehearsal, addresses, options.model)
  if (!adapting.ok) throw new CommandFault(refused, adapting.faults)
  const { adapted } = adapting

  const { openDatabase = openOwnDatabase } = options
  const { db } = stack.use(await openDatabase(stop))
  let url = ''
  const context = createContext({
    db,
    log: createLog(config.logLevel),
    secretKey: randomBytes(32),
    publicUrl: () => url,
    crawlPrivateHosts: [...config.privateHosts, new URL(addresses.tools).host],
    modelPrivateHosts: [...config.modelPrivateHosts, new URL(addresses.models).host],
    chromiumDir: chromiumDirOf(config),
  })
  const applied = await applyDeclaration(context, adapted.declaration)
  if (!applied.ok) throw new CommandFault(refused, applied.faults)
  const [organization] = applied.tree.organizations
  const [project] = organization?.projects ?? []
  if (organization === undefined || project === undefined) throw new Error('the declaration was not applied')
  const own = { organization_id: organization._id, project_id: project._id }
  await addKnowledge(context, own, rehearsal.knowledge, options.folder)

  const app = await createServer(context, { stop })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
  stack.defer(async () => {
    app.server.closeAllConnections()
    await app.close()
  })
  const senderNumberId = registerSenders(whatsapp, adapted, url)
  const end = new AbortController()
  const working = runWorker(context, end.signal)
  stack.defer(async () => {
    end.abort()
    await working
  })
  const held = stack.move()
  const [agent] = project.agents ?? []
  const [campaign] = project.campaigns ?? []
  const key = project.api_keys?.find(({ name }) => name === rehearsalNames.key)?.key
  if (agent === undefined || key === undefined) throw new Error('the declaration has no agent or no key')
  return {
    context,
    url,
    key,
    organizationId: own.organization_id,
    projectId: own.project_id,
    agentId: agent._id,
    campaignId: campaign?._id ?? null,
    phone,
    whatsapp,
    adapted,
    senderNumberId,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** Starts the sandbox's networks, and what answers tools, on free ports. */
async function startNetworks(stack: AsyncDisposableStack, rehearsal: Rehearsal) {
  const models = stack.use(await startModelNetwork({ port: 0, speed: modelSpeed }))
  for (const [at, script] of rehearsal.scripts.entries()) addScript(models, script, at)
  const tools = stack.use(await startToolAnswers(rehearsal.answers))
  const phone = await startPhoneNetwork({ port: 0, speed: phoneSpeed })
  stack.defer(() => phone.close())
  const whatsapp = await startWhatsappNetwork({ port: 0 })
  stack.defer(() => whatsapp.close())
  const addresses = {
    phone: phone.url,
    whatsapp: whatsapp.url,
    models: models.url,
    usualModelsPort: modelNetworkPort,
    tools: tools.url,
  }
  return { phone, whatsapp, addresses }
}

/** Starts a database in a folder for temporary files, which is removed at its end. */
async function openOwnDatabase(stop: AbortSignal): Promise<OpenedDatabase> {
  await using stack = new AsyncDisposableStack()
  const dataDir = path.join(tmpdir(), `switchboard-rehearsal-${randomUUID()}`)
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  // What a power loss would take is thrown away anyway.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const postgres = await startEmbeddedPostgres({ dataDir, role: 'server', signal: stop, settings })
  stack.defer(() => postgres.stop())
  const db = createDatabase({ connection: postgres.connection })
  stack.defer(() => db.end())
  await migrate(db)
  const held = stack.move()
  return { db, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

function addScript(models: { addScript: (script: never) => void }, script: unknown, at: number): void {
  try {
    // The network checks its scripts itself.
    models.addScript(script as never)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new CommandFault('the rehearsal is refused', [
      { path: `scripts[${at}]`, message: firstIssueOf(error) },
    ])
  }
}

/** Returns the first issue of a fault of Zod as one line. */
function firstIssueOf(error: Error): string {
  const [issue] = 'issues' in error ? (error.issues as { path: PropertyKey[]; message: string }[]) : []
  return issue === undefined ? error.message : `${issue.path.map(String).join('.')} ${issue.message}`.trim()
}

async function addKnowledge(
  context: Context,
  project: { organization_id: string; project_id: string },
  files: readonly string[],
  folder: string,
): Promise<void> {
  for (const [at, file] of files.entries()) {
    const fault = (message: string) =>
      new CommandFault('the rehearsal is refused', [{ path: `knowledge[${at}]`, message }])
    const bytes = await readFile(path.resolve(folder, file)).catch((error: Error) => {
      throw fault(`${file} can not be read: ${error.message}`)
    })
    const reading = await readGivenFile(path.basename(file), bytes, 'en')
    if (reading.kind === 'fault') throw fault(`${file} ${reading.message}`)
    const author = { creator: { kind: 'operator' as const }, actor: commandActor() }
    const added = await addSource(
      { db: context.db, clock: systemClock, newId: uuidv7 },
      { ...project, ...reading.source, author },
    )
    if (added.kind === 'quota') throw fault(`${file} exceeds the links of the plan`)
  }
}

/** Registers the senders and templates of the declaration. Returns the number of the agent's sender. */
function registerSenders(
  network: WhatsappNetwork,
  { declaration, sender }: AdaptedDeclaration,
  url: string,
): string | null {
  const [project] = declaration.organizations[0]?.projects ?? []
  const senders = project?.whatsapp_senders ?? []
  for (const {
    phone_number_id,
    business_account_id,
    display_phone_number,
    access_token,
    app_secret,
    verify_token,
  } of senders)
    network.setAccount({
      phone_number_id,
      business_account_id,
      display_phone_number: `+${display_phone_number.replace(/\D/g, '')}`,
      access_token: access_token ?? '',
      app_secret: app_secret ?? '',
      verify_token: verify_token ?? '',
      webhook_url: `${url}/webhooks/whatsapp`,
    })
  for (const { sender: of, name, language, category, components } of project?.whatsapp_templates ?? []) {
    const account = senders.find((each) => each.name === of)
    if (account === undefined) continue
    const { business_account_id } = account
    const isNamed =
      JSON.stringify(components).includes('{{') && !/\{\{\d+\}\}/.test(JSON.stringify(components))
    network.addTemplate({
      business_account_id,
      name,
      language: language.replace('-', '_'),
      category,
      parameter_format: isNamed ? 'NAMED' : 'POSITIONAL',
      components,
    })
  }
  return senders.find(({ name }) => name === sender)?.phone_number_id ?? null
}
