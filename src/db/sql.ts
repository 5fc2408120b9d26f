import { createHash } from 'node:crypto'
import { escapeIdentifier, escapeLiteral } from 'pg'

/**
 * A piece of SQL as a plain value: the text between the placeholders, and the values to bind there. Pieces can be
 * nested, reused and compared. All SQL text of the program is made this way.
 */
export interface Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
}

/** Marks pieces made by `sql`. The symbol is not exported, so nothing parsed from a request can carry it. */
const pieceMark = Symbol('made by sql')

/**
 * Makes a piece of SQL: in `` sql`select … where _id = ${id}` `` a value becomes a parameter, a nested piece its text.
 */
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
  const piece = { [pieceMark]: true, strings, values }
  return piece
}

/**
 * Joins the pieces with the separator.
 *
 * @throws on an empty list, because an empty `or` must not silently match all rows.
 */
export function join(pieces: readonly Sql[], separator: Sql): Sql {
  const [first, ...rest] = pieces
  if (first === undefined) throw new Error('join of no pieces of SQL')
  return rest.reduce((joined, piece) => sql`${joined}${separator}${piece}`, first)
}

/** Quotes a value into the text itself, for the few statements that take no parameters, such as `copy`. */
export function literal(value: string): Sql {
  const piece = { [pieceMark]: true, strings: [escapeLiteral(value)], values: [] }
  return piece
}

/** Quotes the name of a table or column that the catalog of the database gave. */
export function identifier(name: string): Sql {
  const piece = { [pieceMark]: true, strings: [escapeIdentifier(name)], values: [] }
  return piece
}

/** Returns whether the value is a piece. An object with the same members but without the mark is bound as a value. */
function isSql(value: unknown): value is Sql {
  return typeof value === 'object' && value !== null && pieceMark in value
}

const casts = {
  bigint: sql`::bigint`,
  'double precision': sql`::double precision`,
  integer: sql`::integer`,
  text: sql`::text`,
  'text[]': sql`::text[]`,
  timestamptz: sql`::timestamptz`,
  'timestamptz[]': sql`::timestamptz[]`,
  uuid: sql`::uuid`,
}
type ParamType = keyof typeof casts

/** Binds a value that the planner may look at when it plans. */
export function typedParam(value: unknown, type: ParamType): Sql {
  return sql`${value}${casts[type]}`
}

/**
 * Binds a value that the planner can't see, so that PostgreSQL keeps one generic plan for the prepared statement. When
 * it sees the values, it often prefers a plan for just these and plans again on each execution, which costs more than
 * running a page of a list. Use it in statements that have one good plan for all values.
 */
export function genericPlanParam(value: unknown, type: ParamType): Sql {
  return sql`(select ${value}${casts[type]})`
}

/** A value that all its places in a statement share. The class is not exported, so no request can carry one. */
class SharedValue {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }
}

/**
 * Binds a value once for all places of a statement at which this piece stands, however it is nested. PostgreSQL looks
 * up and converts each parameter of each execution, which a statement of many parts does dozens of times for one id.
 * The places have one type, because a parameter has one.
 */
export function shared(value: unknown, type: ParamType): Sql {
  return sql`${new SharedValue(value)}${casts[type]}`
}

/** What `pg` takes: text with `$1`, the parameters, and the name under which a connection keeps the prepared plan. */
export interface Statement {
  text: string
  values: unknown[]
  name?: string
}

const names = new Map<string, string>()
const namesMax = 500

/**
 * Returns a statement for `pg`. Each connection prepares and keeps the first 500 different texts of this process.
 * Further texts, of which filters can make any number, are sent unprepared so that plans don't fill the database's
 * memory.
 */
export function toStatement(query: Sql): Statement {
  const { text, values } = toText(query)
  let name = names.get(text)
  if (name === undefined && names.size < namesMax) {
    name = createHash('sha1').update(text).digest('hex')
    names.set(text, name)
  }
  return { text, values, ...(name !== undefined && { name }) }
}

/** Returns a statement that `pg` sends unprepared. */
export function toText(query: Sql): { text: string; values: unknown[] } {
  let text = query.strings[0]!
  const values: unknown[] = []
  const numbers = new Map<SharedValue, number>()
  query.values.forEach((hole, index) => {
    let number = hole instanceof SharedValue ? numbers.get(hole) : undefined
    if (number === undefined) {
      number = values.push(hole instanceof SharedValue ? hole.value : hole)
      if (hole instanceof SharedValue) numbers.set(hole, number)
    }
    text += `$${number}${query.strings[index + 1]}`
  })
  return { text, values }
}
