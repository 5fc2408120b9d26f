import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { cpuSeconds } from '../support/cpu-time.ts'
import { createNumbers } from '../support/numbers.ts'
import { percentile, table } from '../support/report.ts'
import type { Stage } from '../support/stage.ts'
import { declareAgentProject } from './agent-project.ts'
import { startRelayCarrier } from './relay-carrier.ts'
import { startTimedModel } from './timed-model.ts'
import type { TimedModel, TurnTimes } from './timed-model.ts'

/** How often a caller says something. */
const turnEveryMs = 8_000
const beginMsMax = 180_000

interface Measured {
  name: string
  turns: TurnTimes[]
  lost: number
  cpuMs: number
  rssMb: number
}

/**
 * Keeps so many calls alive in one process, each with a turn each 8 s, beside a bare echo and a relay without a
 * database with as many sockets. All three are measured one after the other, with the model and the carrier in this
 * process.
 */
export async function benchLiveCalls(
  stage: Stage,
  { calls, seconds, thinkMs }: { calls: number; seconds: number; thinkMs: number },
): Promise<void> {
  await using model = await startTimedModel({ thinkMs })
  const ms = seconds * 1_000
  const bare = await stage.start(['bench/agents/bare-relay.ts'], { MODEL_URL: model.url })
  const measured: Measured[] = []
  for (const name of ['echo', 'relay'] as const) {
    const address = `${bare.url.replace('http', 'ws')}/${name}`
    const sockets = await Promise.all(Array.from({ length: calls }, () => open(address)))
    measured.push({ name: `bare ${name}`, ...(await talk(sockets, model, { ms, pid: bare.pid })) })
    for (const socket of sockets) socket.terminate()
  }
  measured.push(await ours(stage, model, { calls, ms }))
  const echo = percentile(measured[0]!.turns.map(whole), 0.5)
  table(
    `${calls} live calls, a turn each ${turnEveryMs / 1_000} s, ${seconds} s, first text ${thinkMs} ms after the request`,
    [
      'what',
      'turns',
      'lost',
      'to the request',
      'token to frame',
      'prompt to frame',
      'by echo',
      'CPU a turn',
      'memory',
    ],
    measured.map(({ name, turns, lost, cpuMs, rssMb }) => [
      name,
      turns.length,
      lost,
      both(turns.map(({ sentAt, requestAt }) => (requestAt ?? Number.NaN) - sentAt)),
      both(turns.map(({ tokenAt, frameAt }) => frameAt! - (tokenAt ?? Number.NaN))),
      both(turns.map(whole)),
      (percentile(turns.map(whole), 0.5) / echo).toFixed(1),
      `${cpuMs.toFixed(1)} ms`,
      `${rssMb.toFixed(0)} MB`,
    ]),
  )
}

const whole = ({ sentAt, frameAt }: TurnTimes): number => frameAt! - sentAt

/** p50 and p99. */
function both(values: number[]): string {
  const known = values.filter((value) => !Number.isNaN(value))
  if (known.length === 0) return '–'
  return `${percentile(known, 0.5).toFixed(1)} / ${percentile(known, 0.99).toFixed(1)} ms`
}

async function ours(
  stage: Stage,
  model: TimedModel,
  { calls, ms }: { calls: number; ms: number },
): Promise<Measured> {
  const database = await stage.createDatabase()
  await using carrier = await startRelayCarrier()
  const project = await declareAgentProject(database, {
    modelUrl: model.url,
    carrierUrl: carrier.url,
    slots: calls,
  })
  const service = await stage.start(['bench/calls/service.ts'], {
    DATABASE_URL: database.databaseUrl,
    CLOCK_AHEAD_MS: '0',
    MODEL_PRIVATE_HOSTS: model.host,
    LOG_LEVEL: 'warn',
  })
  const nextNumber = createNumbers()
  const left = Array.from({ length: calls }, () => nextNumber())
  const place = async (): Promise<void> => {
    for (let number = left.pop(); number !== undefined; number = left.pop()) {
      const response = await fetch(`${service.url}${project.campaignPath}/calls`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': project.key },
        body: JSON.stringify({ phone_number: number, name: 'Ada' }),
      })
      if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
    }
  }
  await Promise.all(Array.from({ length: 16 }, place))
  for (const until = Date.now() + beginMsMax; carrier.sockets.length < calls; await delay(100)) {
    if (carrier.failures.length > 0) throw new Error(carrier.failures[0])
    if (Date.now() > until) throw new Error(`${carrier.sockets.length} of ${calls} calls have begun`)
  }
  await delay(2_000)
  return { name: 'switchboard', ...(await talk(carrier.sockets, model, { ms, pid: service.pid })) }
}

/** Lets a prompt come on each socket each 8 s, spread evenly. Resolves when the last has its answer or is lost. */
async function talk(
  sockets: readonly WebSocket[],
  model: TimedModel,
  { ms, pid }: { ms: number; pid: number },
): Promise<Omit<Measured, 'name'>> {
  const turns: TurnTimes[] = []
  const waiting = new Map<WebSocket, TurnTimes>()
  let closed = 0
  for (const socket of sockets) {
    socket.on('close', () => closed++)
    socket.on('message', (data: Buffer) => {
      const turn = waiting.get(socket)
      const { type, token } = JSON.parse(data.toString('utf8')) as { type: string; token?: string }
      if (turn === undefined || type !== 'text' || !token) return
      turn.frameAt = performance.now()
      turns.push(turn)
      waiting.delete(socket)
    })
  }
  const cpuBefore = cpuSeconds(pid)
  const begun = performance.now()
  await Promise.all(
    sockets.map(async (socket, at) => {
      for (let dueMs = (at * turnEveryMs) / sockets.length; dueMs < ms; dueMs += turnEveryMs) {
        await delay(Math.max(begun + dueMs - performance.now(), 0))
        const { marker, times } = model.begin()
        waiting.set(socket, times)
        times.sentAt = performance.now()
        const prompt = {
          type: 'prompt',
          voicePrompt: `When does plan ${marker} end?`,
          lang: 'en-US',
          last: true,
        }
        socket.send(JSON.stringify(prompt))
      }
    }),
  )
  for (const until = performance.now() + 10_000; waiting.size > 0 && performance.now() < until;)
    await delay(50)
  const cpuMs = ((cpuSeconds(pid) - cpuBefore) * 1_000) / Math.max(turns.length, 1)
  return { turns, lost: waiting.size + closed, cpuMs, rssMb: rssMb(pid) }
}

async function open(address: string): Promise<WebSocket> {
  const socket = new WebSocket(address, { perMessageDeflate: false })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return socket
}

/** Returns the resident memory of a process; NaN where there is no `/proc`. */
function rssMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
  } catch {
    return Number.NaN
  }
}
