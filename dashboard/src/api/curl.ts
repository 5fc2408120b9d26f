import { operationOf } from './operations.ts'
import type { Operation, Params } from './operations.ts'
import { wireRequest } from './request.ts'

export interface CurlOptions {
  /** Where the API is reached, such as `https://switchboard.example`. */
  origin: string
  /** `personal`: a personal token below /api; `project`: a project key on the project API. */
  auth: 'personal' | 'project'
}

/** Writes a request as a curl command for a shell. Instead of the secret it names a variable of the shell. */
export function asCurl<Name extends Operation>(
  name: Name,
  params: Params<Name>,
  options: CurlOptions,
): string {
  const { method, address, body } = wireRequest(name, params)
  const path = options.auth === 'project' ? address.replace(/^\/api(?=\/organizations\/)/, '') : address
  const lines = [`curl ${shellWord(options.origin + path)}`]
  if (method !== 'GET') lines.push(`--request ${method}`)
  lines.push(
    options.auth === 'project'
      ? '--header "X-API-Key: $SWITCHBOARD_KEY"'
      : '--header "Authorization: Bearer $SWITCHBOARD_TOKEN"',
  )
  if (body !== undefined) lines.push(`--json ${shellWord(JSON.stringify(body))}`)
  return lines.join(' \\\n  ')
}

/** Returns whether an operation only reads. */
export function isRead(name: Operation): boolean {
  return operationOf(name)[0] === 'GET'
}

/** Quotes a word for a POSIX shell. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
