import type { Log } from '../base/log.ts'
import type { Db } from '../db/database.ts'
import { hintIdsMax } from './hint.ts'
import type { Hint } from './hint.ts'
import { notifyHints } from './queries.ts'

/** Publishes to those who watch that something may have changed. */
export interface HintPublisher {
  /** To be called after the commit of the change. Returns at once and never fails. */
  publish(hint: Hint): void
  /** Passes on what has gathered, and resolves once that is done or given up. For a process that ends. */
  flush(): Promise<void>
}

/** How long hints gather: a process makes at most ten notifications a second, however much it writes. */
const gatherMs = 100
/** PostgreSQL takes payloads below 8,000 bytes. Ids and names of topics are ASCII. */
const payloadCharsMax = 7_500
/** The most groups that one interval gathers; hints of further groups are dropped. */
const groupsMax = 5_000

interface Group extends Omit<Hint, 'ids'> {
  ids: Set<string> | null
}

/**
 * Gathers hints and passes them on in one statement outside of any transaction: a notification inside of a transaction
 * would make commits wait for each other. If the statement fails, its hints are lost; pages ask again by themselves now
 * and then.
 */
export function createHintPublisher({ db, log }: { db: Db; log: Pick<Log, 'debug'> }): HintPublisher {
  const groups = new Map<string, Group>()
  let timer: NodeJS.Timeout | null = null
  /** The sends that are under way: a slow one may overlap with the next. */
  const sending = new Set<Promise<void>>()

  async function send(): Promise<void> {
    timer = null
    const gathered = [...groups.values()]
    groups.clear()
    if (gathered.length === 0) return
    await notifyHints(db, payloadsOf(gathered)).catch((error: unknown) => {
      log.debug({ err: error, hints: gathered.length }, 'hints could not be passed on and are dropped')
    })
  }

  return {
    publish({ ids, ...hint }) {
      const key = `${hint.organization_id} ${hint.project_id} ${hint.topic}`
      const group = groups.get(key)
      if (group === undefined) {
        if (groups.size >= groupsMax) return
        groups.set(key, { ...hint, ids: ids === null || ids.length > hintIdsMax ? null : new Set(ids) })
      } else if (group.ids !== null) {
        for (const id of ids ?? []) group.ids.add(id)
        if (ids === null || group.ids.size > hintIdsMax) group.ids = null
      }
      timer ??= setTimeout(() => {
        const sent = send().finally(() => sending.delete(sent))
        sending.add(sent)
      }, gatherMs)
    },
    flush: async () => {
      if (timer !== null) clearTimeout(timer)
      await Promise.all(sending)
      await send()
    },
  }
}

/** Returns the hints as JSON lists, each short enough for a notification. */
export function payloadsOf(groups: readonly { ids: Iterable<string> | null }[]): string[] {
  const payloads: string[] = []
  let items: string[] = []
  let length = 0
  for (const group of groups) {
    const item = JSON.stringify({ ...group, ids: group.ids === null ? null : [...group.ids] })
    if (length + item.length + 1 > payloadCharsMax) {
      payloads.push(`[${items.join(',')}]`)
      items = []
      length = 0
    }
    items.push(item)
    length += item.length + 1
  }
  if (items.length > 0) payloads.push(`[${items.join(',')}]`)
  return payloads
}
