import { Pool } from 'pg'
import type { PoolClient, PoolConfig } from 'pg'
import { cutClient } from './client.ts'

/** A pool whose connections can be dropped while it goes on. */
export interface DroppablePool {
  pool: Pool
  /** Cuts the connections that nobody uses, and each of the others when it is given back. */
  dropConnections(): void
  /** Cuts the connections that are in use. */
  cutRunning(): void
}

/**
 * Opens a pool, which connects when it is first used. `onLost` gets the errors of connections that break while idle.
 */
export function openPool(config: PoolConfig, onLost: (error: Error) => void): DroppablePool {
  const pool = new Pool(config)
  const open = new Set<PoolClient>()
  const running = new Set<PoolClient>()
  const stale = new WeakSet<PoolClient>()
  pool.on('error', onLost)
  pool.on('connect', (client) => {
    open.add(client)
    client.once('end', () => open.delete(client))
    // The pool has no listener while it hands a client over, and an unhandled `error` event would end the process.
    client.on('error', () => {})
  })
  pool.on('acquire', (client) => running.add(client))
  pool.on('release', (_error, client) => {
    running.delete(client)
    if (stale.has(client)) cutClient(client)
  })
  return {
    pool,
    dropConnections: () => {
      for (const client of open)
        if (running.has(client)) stale.add(client)
        else cutClient(client)
    },
    cutRunning: () => running.forEach(cutClient),
  }
}
