import { setTimeout as delay } from 'node:timers/promises'
import { createNumbers } from '../support/numbers.ts'
import { seedOrganization } from '../support/organization.ts'
import { signInOwner } from '../support/owner-session.ts'
import { percentile, table } from '../support/report.ts'
import type { Stage } from '../support/stage.ts'

const callsPerSecond = 20
const hintWithinMs = 10_000

/**
 * Measures how long it takes from a request that queues a call, sent at a fixed rate, to the hint about that call on
 * the stream of somebody who watches. The time includes the request itself, so the commit is later than its begin.
 */
export async function benchHints(stage: Stage, { seconds }: { seconds: number }): Promise<void> {
  const { databaseUrl, context } = await stage.createDatabase()
  const { organizationId, projects } = await seedOrganization(context, {
    campaigns: [{ slots: 1 }],
    carrierUrl: 'http://127.0.0.1:9',
  })
  const { projectId, key, campaignIds } = projects[0]!
  const api = await stage.start(['src/cli/main.ts', 'api'], { DATABASE_URL: databaseUrl })
  const cookie = await signInOwner(context, api.url)
  const stop = new AbortController()
  const hinted = new Map<string, number>()
  const watching = watch(`${api.url}/api/organizations/${organizationId}/events`, cookie, hinted, stop.signal)
  await delay(1_000)
  const address = `${api.url}/organizations/${organizationId}/projects/${projectId}/campaigns/${campaignIds[0]}/calls`
  const numbers = createNumbers()
  const sent = new Map<string, number>()
  const running: Promise<void>[] = []
  for (let at = 0; at < callsPerSecond * seconds; at++) {
    const begun = performance.now()
    const queue = async (): Promise<void> => {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ phone_number: numbers() }),
      })
      const { data } = (await answer.json()) as { data: { campaign_queue_id: string } | null }
      if (data !== null) sent.set(data.campaign_queue_id, begun)
    }
    running.push(queue())
    await delay(1_000 / callsPerSecond)
  }
  await Promise.all(running)
  for (const end = performance.now() + hintWithinMs; performance.now() < end && hinted.size < sent.size;)
    await delay(50)
  stop.abort()
  await watching
  await api.stop()
  const tookMs = [...sent].flatMap(([id, begun]) => (hinted.has(id) ? [hinted.get(id)! - begun] : []))
  const shown = [0.5, 0.95, 0.99].map((share) => percentile(tookMs, share).toFixed(0))
  table(
    `From the request to the hint, ${callsPerSecond} calls queued a second (p95 < 500 ms and p99 < 1,000 ms are the targets)`,
    ['calls', 'without a hint of their own', 'p50 ms', 'p95 ms', 'p99 ms'],
    [[sent.size, sent.size - tookMs.length, ...shown]],
  )
}

/** Reads the stream, and notes when each id was first named. */
async function watch(
  url: string,
  cookie: string,
  hinted: Map<string, number>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { body } = await fetch(url, { headers: { cookie, 'sec-fetch-site': 'same-origin' }, signal })
    if (body === null) throw new Error('the stream has no body')
    let text = ''
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const lines = text.split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) {
        if (!line.startsWith('data: {')) continue
        const { ids } = JSON.parse(line.slice('data: '.length)) as { ids?: string[] | null }
        for (const id of ids ?? []) if (!hinted.has(id)) hinted.set(id, performance.now())
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
