import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { RouteIds } from './dashboard-routes.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** The history takes some seconds, and minutes on a machine that does much else. */
const filledMsMax = 300_000
const stopMsMax = 15_000
/** The crawl of the demo's site takes some seconds. */
const crawlRoundsMax = 60

/** The demo in a process and a folder of its own. */
export interface DemoService extends AsyncDisposable {
  url: string
  /** Its DATA_DIR, with the database. */
  folder: string
  /** Opens the first owner's page. */
  welcomeUrl: string
}

/**
 * Starts `serve --demo` and waits until its history is loaded; or without history, where all lists of events are empty.
 */
export async function startDemoService({ isEmpty = false, logLevel = 'warn' } = {}): Promise<DemoService> {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchboard-pictures-'))
  const env = {
    ...process.env,
    DATA_DIR: folder,
    DATABASE_URL: '',
    PORT: '0',
    PUBLIC_URL: '',
    LOG_LEVEL: logLevel,
    SHUTDOWN_DELAY_SECONDS: '0',
  }
  const child = spawn(
    process.execPath,
    ['src/cli/main.ts', 'serve', '--demo', ...(isEmpty ? ['--empty'] : [])],
    {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const stop = async () => {
    await end(child)
    await rm(folder, { recursive: true, force: true })
  }
  const timer = setTimeout(() => child.kill('SIGTERM'), filledMsMax)
  let text = ''
  for await (const line of createInterface({ input: child.stdout })) {
    text += `${line}\n`
    // The last thing that it prints: what the history has.
    if (!line.includes(isEmpty ? 'Demo API key' : 'history is loaded')) continue
    clearTimeout(timer)
    child.stdout.resume()
    const welcomeUrl = /http:\S+\/app\/welcome#\S+/.exec(text)?.[0] ?? ''
    return { url: new URL(welcomeUrl).origin, folder, welcomeUrl, [Symbol.asyncDispose]: stop }
  }
  clearTimeout(timer)
  await stop()
  throw new Error(`the demo ended before it was filled: ${text}`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await Promise.race([ended, delay(stopMsMax, null, { ref: false })])
  child.kill('SIGKILL')
}

/**
 * Asks the management API in a session, by POST if there is a body. Returns `data`; null if there is nothing at this
 * address.
 */
export type Ask = <Data>(address: string, body?: object) => Promise<Data | null>

/** Makes the first owner by the link, and returns their cookie and a function that asks as them. */
export function signIn({ url, welcomeUrl }: DemoService): Promise<{ cookie: string; ask: Ask }> {
  return acceptLink(url, welcomeUrl, { name: 'Ada Byron', email: 'ada@example.com' })
}

/** What requests of the dashboard's own pages have, so that the service takes them. */
export const pageHeaders = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

/** The password of everybody whom these scripts sign in. */
export const password = 'correct horse battery staple'

/** Accepts a link of the first owner or of an invitation. */
export async function acceptLink(
  url: string,
  link: string,
  person: { name?: string; email?: string } = {},
): Promise<{ cookie: string; ask: Ask }> {
  const headers = pageHeaders
  const body = { token: new URL(link).hash.slice(1), password, ...person }
  const answer = await fetch(`${url}/api/links/accept`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`the link was not accepted: ${await answer.text()}`)
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
  const ask = async <Data>(address: string, sent?: object): Promise<Data | null> => {
    const request = { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify(sent) }
    const asked = await fetch(`${url}/api${address}`, sent === undefined ? { headers: { cookie } } : request)
    if (asked.status === 404) return null
    if (!asked.ok) throw new Error(`${address}: ${await asked.text()}`)
    return ((await asked.json()) as { data: Data }).data
  }
  return { cookie, ask }
}

export interface StoredRecord {
  _id: string
  name?: string
  status?: string
  source_type?: string
  sync_status?: string
  attempts_count?: number
  projects?: StoredRecord[]
}

/** Returns the first 100 items of a list; none if the service has no such list. */
async function listItems(ask: Ask, address: string): Promise<StoredRecord[]> {
  return (await ask<{ items: StoredRecord[] }>(`${address}?limit=100`))?.items ?? []
}

/** Finds the project and its campaigns, which an empty demo has too. */
export async function findCampaigns(
  ask: Ask,
): Promise<{ organization: string; project: string; campaigns: StoredRecord[] }> {
  const [organization] = await listItems(ask, '/organizations')
  const [project] = organization?.projects ?? []
  if (organization === undefined || project === undefined) throw new Error('the demo has no project')
  const below = `/organizations/${organization._id}/projects/${project._id}`
  const campaigns = await listItems(ask, `${below}/campaigns`)
  return { organization: organization._id, project: project._id, campaigns }
}

/** Finds a record of each kind that has a page of its own. */
export async function findRecords(ask: Ask): Promise<RouteIds> {
  const { organization, project, campaigns } = await findCampaigns(ask)
  const below = `/organizations/${organization}/projects/${project}`
  const conversations = await listItems(ask, `${below}/conversations`)
  // The one with most to show.
  const people =
    (await ask<{ items: StoredRecord[] }>(`${below}/customer-profiles?sort_field=conversation_count&limit=1`))
      ?.items ?? []
  const workflows = await listItems(ask, `${below}/workflows`)
  const agents = await listItems(ask, `${below}/agents`)
  const senders = await listItems(ask, `${below}/whatsapp-senders`)
  const templates = await listItems(ask, `${below}/whatsapp-templates`)
  const broadcasts = await listItems(ask, `${below}/broadcasts`)
  const messages = await listItems(ask, `${below}/messages`)
  const { domain, indexed } = await findKnowledge(ask, below)
  const webhooks = await addEndpoint(ask, below)
  const first = (records: StoredRecord[], status?: string) =>
    (records.find((record) => record.status === status) ?? records[0])?._id ?? null
  return {
    organization,
    project,
    records: {
      campaigns: first(campaigns, 'running'),
      calls: await findCall(ask, below, campaigns),
      conversations: first(conversations, 'completed'),
      workflows: first(workflows),
      agents: first(agents),
      people: people[0]?._id ?? null,
      senders: first(senders.toReversed()),
      templates: first(templates, 'paused'),
      broadcasts: broadcasts.find(({ name }) => name === 'Renewal messages')?._id ?? first(broadcasts),
      messages: first(messages, 'failed'),
      knowledge: domain?._id ?? null,
      pages: first(indexed),
      ...webhooks,
    },
  }
}

/** Finds the crawled domain and its pages. The crawl begins after the history is loaded, so it is waited for. */
async function findKnowledge(ask: Ask, below: string) {
  for (let round = 0; ; round++) {
    // oxlint-disable-next-line no-await-in-loop -- asked again until the crawl is over
    const sources = await listItems(ask, `${below}/sources`)
    const domain = sources.find(({ source_type }) => source_type === 'domains')
    const isOver = domain?.sync_status === 'success'
    if (isOver || round === crawlRoundsMax) {
      const indexed = domain === undefined ? [] : await listItems(ask, `${below}/sources/${domain._id}/pages`)
      return { domain, indexed }
    }
    // oxlint-disable-next-line no-await-in-loop -- see above
    await delay(1_000)
  }
}

/** Declares an endpoint that nobody answers, since the demo has none, and has an event sent to it. */
async function addEndpoint(
  ask: Ask,
  below: string,
): Promise<{ webhooks: string | null; deliveries: string | null }> {
  const url = 'https://crm.invalid/hooks'
  const [known] = await listItems(ask, `${below}/webhook-endpoints`)
  const endpoint =
    known ??
    (await ask<StoredRecord>(`${below}/webhook-endpoints`, {
      name: 'CRM',
      url,
      types: ['call.*', 'ticket.*'],
    }))
  if (endpoint === null) return { webhooks: null, deliveries: null }
  await ask(`${below}/tickets`, { subject: 'Look at the webhooks', channel_type: 'voice' })
  const [delivery] = await listItems(ask, `${below}/webhook-endpoints/${endpoint._id}/deliveries`)
  return { webhooks: endpoint._id, deliveries: delivery?._id ?? null }
}

/** Prefers the call with the most attempts, which has most to show. */
async function findCall(ask: Ask, below: string, campaigns: StoredRecord[]): Promise<string | null> {
  const lists = campaigns.map(({ _id }) => listItems(ask, `${below}/campaigns/${_id}/calls`))
  const calls = (await Promise.all(lists)).flat()
  const attempts = ({ attempts_count: count = 0 }: StoredRecord) => count
  return calls.toSorted((one, other) => attempts(other) - attempts(one))[0]?._id ?? null
}
