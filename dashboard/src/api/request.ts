import { operationOf } from './operations.ts'
import type { Operation, Params } from './operations.ts'

/** A request as it goes over the wire. */
export interface WireRequest {
  method: string
  /** Path and query. */
  address: string
  /** Undefined: without a body. */
  body: unknown
}

/**
 * Writes an operation and its parameters as a request: ids into the path, `body` as the body, the rest into the query.
 */
export function wireRequest<Name extends Operation>(name: Name, params: Params<Name>): WireRequest {
  const { body, ...rest } = params as Record<string, unknown>
  return { ...write(name, rest), body }
}

function write(name: Operation, rest: Record<string, unknown>): Omit<WireRequest, 'body'> {
  const [method, template] = operationOf(name)
  const query = new URLSearchParams()
  const ids = new Set<string>()
  const path = template.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    ids.add(key)
    return encodeURIComponent(String(rest[key]))
  })
  for (const [key, value] of Object.entries(rest)) {
    if (ids.has(key) || value === undefined || value === null || value === '') continue
    query.set(key, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const search = query.toString()
  return { method, address: search === '' ? path : `${path}?${search}` }
}
