import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'

/** Returns other texts of a path that the router takes for the same, each with what is odd about it. */
export function writtenForms(path: string): [string, string][] {
  const escape = (text: string) => `%${text.charCodeAt(0).toString(16)}`
  const every = (pattern: RegExp) => path.replaceAll(pattern, escape)
  return [
    ['its first letter escaped', path.replace(/[a-z]/, escape)],
    ['letters with upper-case digits', path.replaceAll('o', '%6F').replaceAll('m', '%6D')],
    ['its last character escaped', path.replace(/.$/, escape)],
    ['every digit escaped', every(/\d/g)],
    ['everything escaped', every(/[^/]/g)],
    ['a scheme and a host', `http://elsewhere.example${path}`],
    ['a scheme in capitals', `HTTPS://elsewhere.example:1${path}`],
    ['a fragment', `${path}#`],
  ]
}

/** Sends a request whose path stays as it is written, unlike with fetch. */
export async function askAsWritten(
  service: { url: string },
  method: string,
  path: string,
  { headers, body }: { headers: Record<string, string>; body?: unknown },
): Promise<{ status: number; body: { data: unknown } }> {
  const { hostname, port } = new URL(service.url)
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const asking = request({ hostname, port, method, path, headers: { ...type, ...headers }, agent: false })
  asking.end(body === undefined ? '' : JSON.stringify(body))
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, body: (await json(answer)) as { data: unknown } }
}
