import { Client } from 'pg'
import type { ClientConfig, QueryResultRow } from 'pg'
import { endClient } from './end-client.ts'
import { toStatement } from './sql.ts'
import type { Sql } from './sql.ts'
import { writeTogether } from './write-together.ts'

/** Connections for single statements. */
export interface Pipelines {
  query<Row>(query: Sql): Promise<Row[]>
  /** Lets what is under way finish for so long, then cuts it. */
  end(mostMs: number): Promise<void>
}

/**
 * A few connections that many single statements share: each is written as it comes, without waiting for the answers of
 * those before it, which about doubles the statements a second over a pool that hands a connection to one at a time.
 */
export function createPipelines(
  config: ClientConfig,
  most: number,
  onLost: (error: Error) => void,
): Pipelines {
  interface Pipeline {
    client: Promise<Client>
    /** A statement beyond its limit rejects a moment before the driver tells that it has cut the connection. */
    isCut: () => boolean
    inFlight: number
  }
  let pipelines: Pipeline[] = []

  function open(): Pipeline {
    const client = new Client({ ...config, pipeline: true })
    const pipeline: Pipeline = {
      client: client.connect().then(() => client),
      isCut: () => client.connection.stream.destroyed,
      inFlight: 0,
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

  function choose(): Pipeline {
    let best: Pipeline | undefined
    for (const pipeline of pipelines)
      if (!pipeline.isCut() && (best === undefined || pipeline.inFlight < best.inFlight)) best = pipeline
    return best === undefined || (best.inFlight > 0 && pipelines.length < most) ? open() : best
  }

  return {
    async query<Row>(query: Sql) {
      const pipeline = choose()
      pipeline.inFlight++
      try {
        const client = await pipeline.client
        writeTogether(client)
        return (await client.query<Row & QueryResultRow>(toStatement(query))).rows
      } finally {
        pipeline.inFlight--
      }
    },
    async end(mostMs) {
      const open = pipelines
      pipelines = []
      await Promise.allSettled(open.map(async ({ client }) => endClient(await client, mostMs)))
    },
  }
}
