import { sql } from '../src/db/sql.ts'

/** Properties that are pieces of a statement or decide its form; every other property is a stand-in too. */
const known: Record<string, unknown> = {
  where: sql`true`,
  orderBy: sql`_id`,
  isComposed: false,
  _id: '00000000-0000-7000-8000-000000000001',
  url: 'https://example.com/',
  // Rows that are gone are looked for again.
  gone: 0,
  length: 1,
  size: 1,
}

export interface StandInOptions {
  /** Takes what is sent by `query`, and returns the rows. */
  query: (statement: unknown) => unknown[]
}

/**
 * Returns a value that stands in for any argument of a query function and any row: each of its properties is a
 * stand-in, it iterates as a list of one, converts to a number or text, and as a database records the statements that
 * it is sent.
 */
export function standIn(options: StandInOptions): unknown {
  const self = (): unknown => standIn(options)
  const call = (visit: unknown): unknown => (visit as (item: unknown, index: number) => unknown)(self(), 0)
  const methods: Record<string, (...args: unknown[]) => unknown> = {
    query: async (statement) => options.query(statement),
    write: async (statement) => options.query(statement),
    transaction: async (run) => call(run),
    map: (visit) => [call(visit)],
    flatMap: (visit) => [call(visit)].flat(),
    filter: () => [self()],
    forEach: (visit) => void call(visit),
    toISOString: () => '2026-01-01T00:00:00.000Z',
    getTime: () => 0,
    join: () => 'x',
    toJSON: () => 'x',
  }
  return new Proxy(() => {}, {
    apply: self,
    has: () => false,
    get: (_target, property) => {
      if (property === Symbol.toPrimitive) return (hint: string) => (hint === 'string' ? 'x' : 1)
      if (property === Symbol.iterator) return () => [self()].values()
      // With a `then` it would be awaited for ever.
      if (typeof property === 'symbol' || property === 'then') return undefined
      if (Object.hasOwn(known, property)) return known[property]
      return Object.hasOwn(methods, property) ? methods[property] : self()
    },
  })
}
