import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { PhoneNetwork } from '../../src/sandbox/phone/phone-network.ts'
import { runCommand } from '../support/command.ts'
import { organization, scriptCampaign } from '../support/declarations.ts'
import { freePort } from '../support/free-port.ts'
import { createPrograms } from '../support/killed-programs.ts'
import type { Programs } from '../support/killed-programs.ts'
import { eventually } from '../support/service.ts'

const secretKey = Buffer.alloc(32, 7).toString('base64')

/** A call that the API has accepted. */
interface Accepted {
  id: string
  sentAt: number
  answeredAt: number
}

export const environmentOf = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  SECRET_KEY: secretKey,
  LOG_LEVEL: 'warn',
})

export interface DeclaredService {
  path: string
  quickPath: string
  headers: Record<string, string>
}

/** Declares two campaigns: one dials at once, and one has a single slot, so that calls wait. */
export async function declare(
  folder: string,
  databaseUrl: string,
  { url }: PhoneNetwork,
): Promise<DeclaredService> {
  const file = path.join(folder, 'declaration.json')
  const campaigns = [
    scriptCampaign({ name: 'Quick', slots: 1_000 }),
    scriptCampaign({ name: 'Slow', slots: 1 }),
  ]
  writeFileSync(file, JSON.stringify(organization('Acme', url, { campaigns })))
  const applied = await runCommand(['apply', file, '--json'], environmentOf(databaseUrl))
  if (applied.status !== 0) throw new Error(applied.stderr)
  const [acme] = (JSON.parse(applied.stdout) as { organizations: Tree[] }).organizations
  const [project] = acme!.projects
  const base = `/organizations/${acme!._id}/projects/${project!._id}/campaigns`
  const idOf = (name: string) => project!.campaigns.find((campaign) => campaign.name === name)!._id
  return {
    path: `${base}/${idOf('Slow')}`,
    quickPath: `${base}/${idOf('Quick')}`,
    headers: {
      'x-api-key': project!.api_keys.find(({ name }) => name === 'all')!.key,
      'content-type': 'application/json',
    },
  }
}

interface Tree {
  _id: string
  projects: {
    _id: string
    campaigns: { _id: string; name: string }[]
    api_keys: { name: string; key: string }[]
  }[]
}

/** Starts an API and a worker on a database. */
export async function startPrograms(
  databaseUrl: string,
): Promise<{ url: string; programs: Programs } & AsyncDisposable> {
  const port = await freePort()
  const running = createPrograms(databaseUrl, {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SECRET_KEY: secretKey,
  })
  const { url } = await running.start('api')
  await running.start('worker')
  return { url, programs: running, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() }
}

export function placeCall(
  url: string,
  { path: slow, quickPath, headers }: DeclaredService,
  index: number,
): Promise<Response> {
  const body = JSON.stringify({ phone_number: `+1415555${String(1_000 + (index % 9_000))}` })
  return fetch(`${url}${index % 3 === 0 ? slow : quickPath}/calls`, { method: 'POST', headers, body })
}

/** Places some twenty calls a second until it is disposed. */
export function startLoad(url: string, declared: DeclaredService) {
  const accepted: Accepted[] = []
  const over = new AbortController()
  let faults = 0
  const running = (async () => {
    for (let index = 0; !over.signal.aborted; index++) {
      const sentAt = performance.now()
      try {
        const response = await placeCall(url, declared, index)
        const { data } = (await response.json()) as { data: { campaign_queue_id: string } | null }
        if (response.status === 200 && data !== null)
          accepted.push({ id: data.campaign_queue_id, sentAt, answeredAt: performance.now() })
        else faults++
      } catch {
        faults++
      }
      await delay(40)
    }
  })()
  return {
    accepted,
    until: (count: number) =>
      eventually(`${count} calls are accepted (${faults} faults)`, () =>
        accepted.length >= count ? true : null,
      ),
    [Symbol.asyncDispose]: async () => {
      over.abort()
      await running
    },
  }
}
