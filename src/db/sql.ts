import { createHash } from 'node:crypto'
import { escapeLiteral } from 'pg'

/**
 * A piece of SQL as a plain value: text with holes, and what goes into the holes as bound parameters. Pieces nest, can
 * be used twice and compared; nothing else in the program makes SQL text.
 */
export interface Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
}

/** What every piece made by `sql` bears, and nothing that was parsed from a request can: a symbol that stays here. */
const madeHere = Symbol('made by sql')

/** `` sql`select … where _id = ${id}` ``: a value becomes a parameter, a nested piece becomes its text. */
export function sql(parts: TemplateStringsArray, ...holes: readonly unknown[]): Sql {
  const strings = [parts[0]!]
  const values: unknown[] = []
  holes.forEach((hole, index) => {
    const after = parts[index + 1]!
    if (isSql(hole)) {
      strings[strings.length - 1] += hole.strings[0]!
      strings.push(...hole.strings.slice(1))
      strings[strings.length - 1] += after
      values.push(...hole.values)
    } else {
      values.push(hole)
      strings.push(after)
    }
  })
  const piece = { [madeHere]: true, strings, values }
  return piece
}

/**
 * The pieces with the separator between them.
 *
 * @throws on an empty list: `or` of nothing must not silently become "all rows".
 */
export function join(pieces: readonly Sql[], separator: Sql): Sql {
  const [first, ...rest] = pieces
  if (first === undefined) throw new Error('join of no pieces of SQL')
  return rest.reduce((joined, piece) => sql`${joined}${separator}${piece}`, first)
}

/** A value in the text itself, quoted: for the few statements that take no parameters, such as `copy`. */
export function literal(value: string): Sql {
  const piece = { [madeHere]: true, strings: [escapeLiteral(value)], values: [] }
  return piece
}

/** Whether the hole is a piece; an object that only has the members of one is a value, and gets bound. */
function isSql(value: unknown): value is Sql {
  return typeof value === 'object' && value !== null && madeHere in value
}

const casts = {
  bigint: sql`::bigint`,
  text: sql`::text`,
  'text[]': sql`::text[]`,
  timestamptz: sql`::timestamptz`,
  'timestamptz[]': sql`::timestamptz[]`,
  uuid: sql`::uuid`,
}
type ToldType = keyof typeof casts

/** A value as the planner knows it, where it plans for the values. */
export function typedParam(value: unknown, type: ToldType): Sql {
  return sql`${value}${casts[type]}`
}

/**
 * A value that the planner does not look at. What it plans is the same for all values then, so that PostgreSQL keeps one plan
 * for a prepared statement. Where it may look, it often finds one of today's values cheaper than any, and plans anew each time,
 * which costs more than a page of a list. For statements whose one good plan is known.
 */
export function genericPlanParam(value: unknown, type: ToldType): Sql {
  return sql`(select ${value}${casts[type]})`
}

/** What `pg` takes: text with `$1`, the parameters, and a name under which a connection keeps the prepared plan. */
export interface Statement {
  text: string
  values: unknown[]
  name?: string
  /** Whether it may change rows, and its commit have to wait for the disk; by its words. */
  mayWrite: boolean
}

const known = new Map<string, Pick<Statement, 'name' | 'mayWrite'>>()
const namesMax = 500

/**
 * A statement for `pg`. The first 500 different texts of a process are prepared and kept by each connection; texts
 * beyond (filters can make many) are sent unprepared, so that plans don't pile up in the database's memory.
 */
export function toStatement(query: Sql): Statement {
  const { text, values } = toText(query)
  let about = known.get(text)
  if (about === undefined) {
    about = { mayWrite: /\b(insert|update|delete)\b/.test(text) }
    if (known.size < namesMax) {
      about.name = createHash('sha1').update(text).digest('hex')
      known.set(text, about)
    }
  }
  return { text, values, ...about }
}

/** The same to be sent unprepared. */
export function toText(query: Sql): { text: string; values: unknown[] } {
  let text = query.strings[0]!
  for (let index = 1; index < query.strings.length; index++) text += `$${index}${query.strings[index]}`
  return { text, values: [...query.values] }
}
