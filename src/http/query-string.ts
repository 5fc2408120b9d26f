/** Replaces a value whose percent-escapes are not valid text. No schema accepts it. */
export const undecodable = Symbol('undecodable')

type Value = string | typeof undecodable

/** The parameters of a query. A repeated parameter has a list of values. */
export type QueryParameters = Record<string, Value | Value[]>

/**
 * Parses the query of an address. A value that can't be decoded is marked, so that the parameter's schema refuses it by
 * name; in an unknown parameter it is ignored. A name that can't be decoded is ignored too.
 */
export function parseQueryString(text: string): QueryParameters {
  // Without a prototype, because a parameter may be named like one of its members.
  const parameters: QueryParameters = Object.create(null)
  if (text === '') return parameters
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals === -1 ? pair : pair.slice(0, equals))
    if (name === undecodable) continue
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1))
    const before = parameters[name]
    if (before === undefined) parameters[name] = value
    else if (Array.isArray(before)) before.push(value)
    else parameters[name] = [before, value]
  }
  return parameters
}

function decode(text: string): Value {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return undecodable
  }
}
