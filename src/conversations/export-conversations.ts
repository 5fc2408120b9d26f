import type { Db } from '../db/database.ts'
import { selectConversationsAfter } from './list-queries.ts'
import type { ConversationCursor, ConversationList } from './list-queries.ts'
import { nameConversations } from './named-conversations.ts'

/** The most conversations of one export. */
export const exportedMax = 1_000_000
/** Rows of one statement: it stays far below the time that a statement may take. */
const batchRows = 1_000

/**
 * Returns the matching conversations as lines of JSON, newest first. Nothing is read before it is asked for, so that a
 * slow reader costs no memory. Conversations that begin meanwhile are not in it, and with `unique` no caller is left
 * out for one. One that has begun, and matches only once the walk has passed it, leaves its caller out: to know all
 * callers that were returned would take some 100 MB.
 */
export async function* exportConversations(
  db: Db,
  list: Omit<ConversationList, 'sort' | 'skip' | 'limit'>,
): AsyncGenerator<string> {
  let begin: ConversationCursor | null = null
  let walked: { first: ConversationCursor; last: ConversationCursor } | null = null
  for (;;) {
    const rows = await selectConversationsAfter(db, { ...list, limit: batchRows }, walked)
    const [first, last] = [rows[0], rows.at(-1)]
    if (first === undefined || last === undefined) return
    const wanted = rows.filter(({ is_latest }) => is_latest)
    const named = await nameConversations(
      db,
      list.organization_id,
      wanted.map(({ is_latest: _latest, ...row }) => row),
    )
    yield named.map((row) => `${JSON.stringify(row)}\n`).join('')
    if (rows.length < batchRows) return
    begin ??= placeOf(first)
    walked = { first: begin, last: placeOf(last) }
  }
}

function placeOf({ start_time, _id }: ConversationCursor): ConversationCursor {
  return { start_time, _id }
}
