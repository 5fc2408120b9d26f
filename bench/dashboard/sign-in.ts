import { setTimeout as delay } from 'node:timers/promises'
import { measure } from '../support/load.ts'
import { seedOrganization } from '../support/organization.ts'
import { owner, pageHeaders, signInOwner } from '../support/owner-session.ts'
import { percentile, table } from '../support/report.ts'
import type { Stage } from '../support/stage.ts'

const listConnections = 8
const wrongPerSecond = 200

/**
 * Measures how long a sign-in takes beside a list that is asked for all the time, and how long that list takes beside
 * nobody, beside sign-ins one after the other, and beside wrong passwords at a fixed rate.
 */
export async function benchSignIn(stage: Stage, { seconds }: { seconds: number }): Promise<void> {
  const { databaseUrl, context } = await stage.createDatabase()
  const { organizationId, projects } = await seedOrganization(context, {
    campaigns: Array.from({ length: 20 }, () => ({})),
    carrierUrl: 'http://127.0.0.1:9',
  })
  const api = await stage.start(['src/cli/main.ts', 'api'], { DATABASE_URL: databaseUrl })
  const cookie = await signInOwner(context, api.url)
  const url = `${api.url}/api/organizations/${organizationId}/projects/${projects[0]!.projectId}/campaigns?limit=20`
  const list = { url, headers: { cookie }, connections: listConnections, seconds }
  await measure({ ...list, seconds: 2 })
  const rows: (string | number)[][] = []
  for (const [what, beside] of [
    ['nobody', null],
    ['sign-ins, one after the other', signInsOneByOne],
    [`${wrongPerSecond} wrong ones a second`, wrongSignIns],
  ] as const) {
    const until = performance.now() + seconds * 1_000
    const [round, tookMs] = await Promise.all([measure(list), beside?.(api.url, until) ?? []])
    const shown =
      tookMs.length === 0 ? ['–', '–'] : [0.5, 0.95].map((share) => percentile(tookMs, share).toFixed(0))
    if (round.faults > 0) throw new Error(`${round.faults} lists were refused beside ${what}`)
    rows.push([what, tookMs.length, ...shown, round.p50Ms.toFixed(1), round.p99Ms.toFixed(1)])
  }
  await api.stop()
  table(
    `Sign-in beside a list of 20 campaigns on ${listConnections} connections (p95 < 400 ms, and p99 of the list < 50 ms, are the targets)`,
    ['beside the list', 'sign-ins', 'p50 ms', 'p95 ms', 'list p50 ms', 'list p99 ms'],
    rows,
  )
}

async function signIn(url: string, body: object): Promise<Response> {
  const answer = await fetch(`${url}/api/sign-in`, {
    method: 'POST',
    headers: pageHeaders,
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  return answer
}

/** Each session is signed out again, since a person's oldest session ends where there are too many. */
async function signOut(url: string, signedIn: Response): Promise<void> {
  const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';')
  const answer = await fetch(`${url}/api/sign-out`, {
    method: 'POST',
    headers: { ...pageHeaders, cookie },
    body: '{}',
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`a sign-out is answered with ${answer.status}`)
}

async function signInsOneByOne(url: string, until: number): Promise<number[]> {
  const tookMs: number[] = []
  while (performance.now() < until) {
    const begun = performance.now()
    const answer = await signIn(url, owner)
    if (!answer.ok) throw new Error(`a sign-in is answered with ${answer.status}`)
    tookMs.push(performance.now() - begun)
    await signOut(url, answer)
  }
  return tookMs
}

/** Each is for another address, so that accounts are not what throttles them. */
async function wrongSignIns(url: string, until: number): Promise<number[]> {
  const tookMs: number[] = []
  const running = new Set<Promise<void>>()
  for (let at = 0; performance.now() < until; at++) {
    const begun = performance.now()
    const one = signIn(url, { email: `nobody.${at}@example.com`, password: 'not the password' }).then(() => {
      tookMs.push(performance.now() - begun)
      running.delete(one)
    })
    running.add(one)
    await delay(1_000 / wrongPerSecond)
  }
  await Promise.all(running)
  return tookMs
}
