import { Client } from 'pg'
import type { ClientConfig, QueryResultRow } from 'pg'
import { endClient, writeTogether } from './client.ts'
import type { Statement } from './sql.ts'

/** A few connections that many single statements share. */
export interface Pipelines {
  query<Row>(statement: Statement): Promise<Row[]>
  /** Sends two statements on one connection, one right behind the other. */
  queryPair<First, Row>(first: Statement, second: Statement): Promise<[First[], Row[]]>
  /**
   * Sends further statements on new connections. Each of the present ones is closed once its statements are answered.
   */
  dropConnections(): void
  /** Waits up to `timeoutMs` for running statements, then cuts the connections. */
  end(timeoutMs: number): Promise<void>
}

export interface PipelineLimits {
  /** Connections in use as long as they answer promptly. */
  usualMax: number
  /** Connections in all, counting those that are busy with something slow. */
  max: number
  /** Statements in flight on one connection before the next connection is used. */
  inFlightMax: number
}

/** A connection that has answered nothing for this long is busy with something slow, so others are used instead. */
const silentMs = 5

/** How long the statements of a connection that is dropped may still take. */
const dropMs = 2_000

interface Pipeline {
  client: Promise<Client>
  /** Whether the driver has cut the connection. A timed-out statement rejects a moment before `error` is emitted. */
  isCut: () => boolean
  inFlight: number
  /**
   * When the connection last answered, or was sent a statement while idle, as `performance.now()`. Infinity until it is
   * connected, because connecting may take long without being slow work.
   */
  activeAt: number
}

/**
 * Opens connections on which statements are pipelined: each is sent without waiting for the answers to earlier ones.
 * This about doubles the statements a second over a pool that lends a connection to one statement at a time.
 *
 * Fewer connections are cheaper: statements on one connection leave in one write and find its backend awake, while each
 * further backend has to be woken. So a connection is filled up to `inFlightMax` before the next one is used.
 */
export function createPipelines(
  config: ClientConfig,
  { usualMax, max, inFlightMax }: PipelineLimits,
  onLost: (error: Error) => void,
): Pipelines {
  let pipelines: Pipeline[] = []

  function open(): Pipeline {
    const client = new Client({ ...config, pipeline: true })
    const pipeline: Pipeline = {
      client: client.connect().then(() => {
        pipeline.activeAt = performance.now()
        return client
      }),
      isCut: () => client.connection.stream.destroyed,
      inFlight: 0,
      activeAt: Infinity,
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

  function choose(now: number): Pipeline {
    const usable = pipelines.filter((each) => !each.isCut())
    const prompt = usable.filter(({ inFlight, activeAt }) => inFlight === 0 || now - activeAt < silentMs)
    const usual = prompt.slice(0, usualMax)
    const ready = usual.find(({ inFlight }) => inFlight < inFlightMax)
    if (ready !== undefined) return ready
    if (prompt.length < usualMax && pipelines.length < max) return open()
    return leastBusy(usual) ?? leastBusy(usable) ?? open()
  }

  async function onOne<T>(run: (client: Client) => Promise<T>): Promise<T> {
    const now = performance.now()
    const pipeline = choose(now)
    if (pipeline.inFlight++ === 0 && pipeline.activeAt < now) pipeline.activeAt = now
    try {
      const client = await pipeline.client
      writeTogether(client)
      return await run(client)
    } finally {
      pipeline.inFlight--
      pipeline.activeAt = performance.now()
    }
  }

  const closeAll = async (timeoutMs: number): Promise<void> => {
    const open = pipelines
    pipelines = []
    const closing = open.map(async ({ client }) => endClient(await client, timeoutMs))
    await Promise.allSettled(closing)
  }

  return {
    query: <Row>(statement: Statement) => onOne((client) => send<Row>(client, statement)),
    queryPair: <First, Row>(first: Statement, second: Statement) =>
      onOne((client) => Promise.all([send<First>(client, first), send<Row>(client, second)])),
    dropConnections: () => void closeAll(dropMs),
    end: closeAll,
  }
}

async function send<Row>(client: Client, { text, values, name }: Statement): Promise<Row[]> {
  return (await client.query<Row & QueryResultRow>({ text, values, name })).rows
}

function leastBusy(pipelines: readonly Pipeline[]): Pipeline | undefined {
  const [first, ...others] = pipelines
  return others.reduce((best, each) => (each.inFlight < best!.inFlight ? each : best), first)
}
