import type { Clock } from '../base/clock.ts'
import type { Db } from '../db/database.ts'
import { updateKeysUsed } from './queries.ts'
import type { KeyHolder } from './queries.ts'

/** A key's use is written once in this time. */
const notedMs = 60_000
/** How long uses are gathered before one statement writes them. */
const gatherMs = 1_000
/** The most keys that are remembered; with more, some are written more often. */
const keysMax = 10_000

export interface KeyUses {
  /** Notes that a request came with the key. Nothing waits for the database. */
  note(key: Pick<KeyHolder, 'organization_id' | '_id'>): void
  /** Writes what is gathered. */
  flush(): Promise<void>
}

/** Notes when keys were last used, outside of the requests that use them. A use that can't be written is forgotten. */
export function createKeyUses({ db, clock }: { db: Db; clock: Clock }): KeyUses {
  /** When the use of each key was last noted, in ms. */
  const noted = new Map<string, number>()
  let gathered = new Map<string, Pick<KeyHolder, 'organization_id' | '_id'>>()
  let timer: NodeJS.Timeout | null = null

  const flush = async (): Promise<void> => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (gathered.size === 0) return
    const keys = [...gathered.values()]
    gathered = new Map()
    await updateKeysUsed(db, keys, clock.now())
  }
  return {
    note({ organization_id, _id }) {
      const now = clock.now().getTime()
      const last = noted.get(_id)
      if (last !== undefined && now - last < notedMs) return
      if (noted.size >= keysMax) noted.clear()
      noted.set(_id, now)
      gathered.set(_id, { organization_id, _id })
      // The database may be away; the next use after a minute is written.
      timer ??= setTimeout(() => void flush().catch(() => {}), gatherMs).unref()
    },
    flush,
  }
}
