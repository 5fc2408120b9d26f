import { runSpan } from '../base/trace-span.ts'
import type { TraceSpan } from '../base/trace-span.ts'
import type { Sql } from './sql.ts'

/** Runs a statement as a span. Its text is not in the trace, only what it does to which table first. */
export function runStatement<T>(
  statement: Sql | string,
  place: 'primary' | 'replica',
  run: () => Promise<T>,
): Promise<T> {
  return runSpan(
    () => describe(typeof statement === 'string' ? statement : statement.strings.join(' '), place),
    run,
  )
}

function describe(text: string, place: string): TraceSpan {
  const [, verb = 'statement'] = /^\s*(\w+)/.exec(text) ?? []
  const [, table = ''] = /\b(?:from|into|update)\s+([a-z_]+)\b/.exec(text) ?? []
  return {
    name: `${verb} ${table}`.trim(),
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': verb,
      ...(table !== '' && { 'db.collection.name': table }),
      'switchboard.place': place,
    },
  }
}
