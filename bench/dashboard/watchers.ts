import { setTimeout as delay } from 'node:timers/promises'
import { startDialling } from '../calls/dials-per-second.ts'
import { cpuSeconds } from '../support/cpu-time.ts'
import { signInOwner } from '../support/owner-session.ts'
import { percentile, table } from '../support/report.ts'
import type { Stage } from '../support/stage.ts'

const watchersCount = 50
const rounds = 4
/** As the dashboard does: a query is asked for again this long after a hint, and at most twice a second. */
const askAfterMs = 50
const askEveryMs = 500

/**
 * Measures what 50 open pages of the live queue cost one worker that dials as fast as it can, in turn with none: each
 * holds the stream of hints and asks for the queue whenever a hint about calls comes. The watchers run in this process,
 * on the same cores. Then the worker is stopped, and the API rests with its watchers.
 */
export async function benchWatchers(stage: Stage, { seconds }: { seconds: number }): Promise<void> {
  await using dialling = await startDialling(stage)
  const { api, worker, context, organizationId, projectId } = dialling
  const cookie = await signInOwner(context, api.url)
  const base = `${api.url}/api/organizations/${organizationId}`
  const addresses = { stream: `${base}/events`, queue: `${base}/projects/${projectId}/queue` }
  const perSecond: Record<'none' | 'watched', number[]> = { none: [], watched: [] }
  const answersMs: number[] = []
  const cpu = { none: [0, 0, 0], watched: [0, 0, 0] }
  const used = (): number[] => {
    const { user, system } = process.cpuUsage()
    return [cpuSeconds(api.pid), cpuSeconds(stage.postgresPid), (user + system) / 1_000_000]
  }
  for (let round = 0; round < 2 * rounds; round++) {
    const kind = round % 2 === 0 ? 'none' : 'watched'
    const stop = new AbortController()
    const watchers = Array.from({ length: kind === 'watched' ? watchersCount : 0 }, () =>
      watch(addresses, cookie, answersMs, stop.signal),
    )
    await delay(1_000)
    const [from, cpuFrom] = [await dialling.count(), used()]
    await delay(seconds * 1_000)
    const [to, cpuTo] = [await dialling.count(), used()]
    perSecond[kind].push(((to.dialled - from.dialled) * 1_000) / (to.at - from.at))
    for (const [index, value] of cpuTo.entries())
      cpu[kind][index]! += ((value - cpuFrom[index]!) * 1_000) / (to.at - from.at) / rounds
    stop.abort()
    await Promise.all(watchers)
  }
  const [none, watched] = [percentile(perSecond.none, 0.5), percentile(perSecond.watched, 0.5)]
  const shares = (of: number[]) => of.map((share) => `${(100 * share).toFixed(0)} %`)
  table(
    `${watchersCount} watchers of the live queue beside one worker, ${rounds} rounds of ${seconds} s in turn (a fall below 3 % is the target)`,
    ['watchers', 'dials/s', 'ratio', 'API, of a core', 'PostgreSQL', 'the watchers themselves'],
    [
      [0, none.toFixed(0), '1.00', ...shares(cpu.none)],
      [watchersCount, watched.toFixed(0), (watched / none).toFixed(2), ...shares(cpu.watched)],
    ],
  )
  console.log(
    `${answersMs.length} answers, ${percentile(answersMs, 0.5).toFixed(0)} ms at p50, ${percentile(answersMs, 0.99).toFixed(0)} at p99\n`,
  )
  await worker.stop()
  const stop = new AbortController()
  const watchers = Array.from({ length: watchersCount }, () => watch(addresses, cookie, [], stop.signal))
  // The last calls end.
  await delay(10_000)
  const before = cpuSeconds(api.pid)
  await delay(seconds * 1_000)
  const share = (cpuSeconds(api.pid) - before) / seconds
  stop.abort()
  await Promise.all(watchers)
  console.log(`at rest: ${(100 * share).toFixed(1)} % of a core in the API (below 1 % is the target)\n`)
}

/** Holds the stream and asks for the queue after hints about calls, until the signal. */
async function watch(
  { stream, queue }: { stream: string; queue: string },
  cookie: string,
  answersMs: number[],
  signal: AbortSignal,
): Promise<void> {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  let timer: NodeJS.Timeout | null = null
  let askedAt = 0
  const ask = async (): Promise<void> => {
    timer = null
    askedAt = Date.now()
    const begun = performance.now()
    const answer = await fetch(queue, { headers, signal })
    await answer.json()
    answersMs.push(performance.now() - begun)
  }
  try {
    const { body } = await fetch(stream, { headers, signal })
    if (body === null) throw new Error('the stream has no body')
    for await (const chunk of body.pipeThrough(new TextDecoderStream()))
      if (chunk.includes('"calls"'))
        timer ??= setTimeout(
          () => void ask().catch(() => undefined),
          Math.max(askAfterMs, askedAt + askEveryMs - Date.now()),
        )
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    if (timer !== null) clearTimeout(timer)
  }
}
