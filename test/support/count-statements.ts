/** What a service has asked of PostgreSQL, by its log. */
export interface CountedStatements {
  /** Without `begin`, `commit` and `rollback`. */
  statements: number
  /**
   * Those that began with `begin`, and statements that write alone; a notification that something may go on is none.
   */
  transactions: number
  /** PostgreSQL's time in all, in milliseconds. */
  ms: number
  /** The texts with their time, in the log's order. */
  texts: { text: string; ms: number }[]
}

const shownCharacters = 160
const writes = /^(?!.*pg_notify).*\b(?:insert into|update|delete from)\b/

/**
 * Reads `log_min_duration_statement`'s lines: the time of parsing and binding counts for the statement that follows.
 */
export function countStatements(log: string): CountedStatements {
  const counted: CountedStatements = { statements: 0, transactions: 0, ms: 0, texts: [] }
  const perProcess = new Map<string, { pending: number; isInside: boolean }>()
  // A statement's further lines begin with a tab.
  for (const entry of log.split(/\n(?!\t)/)) {
    const found = /\[(\d+)\].*duration: ([\d.]+) ms {2}(parse|bind|execute|statement)[^:]*: ([^]*)$/.exec(
      entry,
    )
    if (found === null) continue
    const [, pid = '', time = '', phase = '', raw = ''] = found
    const state = perProcess.get(pid) ?? { pending: 0, isInside: false }
    perProcess.set(pid, state)
    const ms = Number(time)
    counted.ms += ms
    if (phase === 'parse' || phase === 'bind') {
      state.pending += ms
      continue
    }
    const text = raw.replaceAll(/\s+/g, ' ').trim()
    const command = text.slice(0, 8).toLowerCase()
    if (command.startsWith('begin')) {
      counted.transactions++
      state.isInside = true
    } else if (command.startsWith('commit') || command.startsWith('rollback')) state.isInside = false
    else {
      counted.statements++
      if (!state.isInside && writes.test(text)) counted.transactions++
      counted.texts.push({
        text: text.slice(0, shownCharacters).replaceAll('|', '¦'),
        ms: ms + state.pending,
      })
    }
    state.pending = 0
  }
  return counted
}
