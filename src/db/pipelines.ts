import { Client } from 'pg'
import type { ClientConfig, QueryResultRow } from 'pg'
import { endClient } from './end-client.ts'
import type { Statement } from './sql.ts'
import { writeTogether } from './write-together.ts'

/** Connections for single statements. */
export interface Pipelines {
  query<Row>(statement: Statement): Promise<Row[]>
  /** Lets what is under way finish for so long, then cuts it. */
  end(mostMs: number): Promise<void>
}

export interface PipelineLimits {
  /** Connections that are in use as long as they answer. */
  few: number
  /** Connections in all, where some of them are at work on something slow. */
  most: number
  /** So many milliseconds of short statements may wait on one before the next is taken; 0: whichever has the fewest. */
  fullMs: number
}

/** A connection that has answered nothing for so long is at work on something slow: others are taken instead. */
const silentMs = 5

/** A statement that takes longer goes by itself where it can; so does one of which nothing is known yet. */
const shortMs = 1
/** How much of its average a statement's latest answer makes up. */
const weight = 1 / 32

interface Pipeline {
  client: Promise<Client>
  /** A statement beyond its limit rejects a moment before the driver tells that it has cut the connection. */
  isCut: () => boolean
  inFlight: number
  /** What these take, by their averages. */
  workMs: number
  /**
   * When it answered last, or was sent a statement after it had nothing to do, as `performance.now()`; Infinity until it is
   * connected, which takes its time.
   */
  lastHeard: number
}

/**
 * A few connections that many single statements share: each is written as it comes, without waiting for the answers of
 * those before it, which about doubles the statements a second over a pool that hands a connection to one at a time.
 *
 * The fewer, the cheaper: statements on one connection go out in one write and find its backend awake, where each of many
 * backends would have to be woken. So the first has all that is short, until that would keep it too long.
 */
export function createPipelines(
  config: ClientConfig,
  { few, most, fullMs }: PipelineLimits,
  onLost: (error: Error) => void,
): Pipelines {
  let pipelines: Pipeline[] = []
  const costs = createCosts()

  function open(): Pipeline {
    const client = new Client({ ...config, pipeline: true })
    const pipeline: Pipeline = {
      client: client.connect().then(() => {
        pipeline.lastHeard = performance.now()
        return client
      }),
      isCut: () => client.connection.stream.destroyed,
      inFlight: 0,
      workMs: 0,
      lastHeard: Infinity,
    }
    const drop = () => {
      pipelines = pipelines.filter((other) => other !== pipeline)
    }
    client.on('error', (error) => {
      drop()
      onLost(error)
    })
    client.on('end', drop)
    pipeline.client.catch(drop)
    pipelines.push(pipeline)
    return pipeline
  }

  function choose(now: number, costMs: number): Pipeline {
    const usable = pipelines.filter((each) => !each.isCut())
    const answering = usable.filter(({ inFlight, lastHeard }) => inFlight === 0 || now - lastHeard < silentMs)
    const shared = answering.slice(0, few)
    const mostMs = costMs < shortMs ? fullMs : 0
    const ready = shared.find(({ inFlight, workMs }) => inFlight === 0 || workMs < mostMs)
    if (ready !== undefined) return ready
    if (answering.length < few && pipelines.length < most) return open()
    return leastBusy(shared) ?? leastBusy(usable) ?? open()
  }

  return {
    async query<Row>({ text, values, name }: Statement) {
      const sentAt = performance.now()
      const costMs = costs.of(name)
      const pipeline = choose(sentAt, costMs)
      if (pipeline.inFlight++ === 0 && pipeline.lastHeard < sentAt) pipeline.lastHeard = sentAt
      pipeline.workMs += costMs
      try {
        const client = await pipeline.client
        writeTogether(client)
        return (await client.query<Row & QueryResultRow>({ text, values, name })).rows
      } finally {
        const now = performance.now()
        costs.learn(name, now - Math.max(sentAt, Math.min(pipeline.lastHeard, now)))
        pipeline.inFlight--
        pipeline.workMs -= costMs
        pipeline.lastHeard = now
      }
    },
    async end(mostMs) {
      const open = pipelines
      pipelines = []
      await Promise.allSettled(open.map(async ({ client }) => endClient(await client, mostMs)))
    },
  }
}

function leastBusy(pipelines: readonly Pipeline[]): Pipeline | undefined {
  const [first, ...others] = pipelines
  return others.reduce((best, each) => (each.inFlight < best!.inFlight ? each : best), first)
}

/** What the statements that have a name take, about: from the answer before, or from when they were sent. */
function createCosts() {
  const averages = new Map<string, number>()
  return {
    of: (name: string | undefined): number =>
      (name === undefined ? undefined : averages.get(name)) ?? shortMs,
    learn: (name: string | undefined, tookMs: number): void => {
      if (name === undefined) return
      const before = averages.get(name) ?? tookMs
      averages.set(name, before + (tookMs - before) * weight)
    },
  }
}
