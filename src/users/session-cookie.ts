import { refusals } from '../base/refusals.ts'
import { isSecretForm, nameCell, splitCell } from './secret-token.ts'

/** How long a session lasts without a request, and at most. */
export const sessionIdleMs = 12 * 3_600_000
export const sessionMaxMs = 30 * 24 * 3_600_000

/** Returns the bounds between which sessions have not ended. */
export function liveSessions(now: Date): { seenAfter: Date; createdAfter: Date } {
  return {
    seenAfter: new Date(now.getTime() - sessionIdleMs),
    createdAfter: new Date(now.getTime() - sessionMaxMs),
  }
}

interface CookieForm {
  name: string
  attributes: string
}

/**
 * Returns how the cookie is called at this public address. Browsers keep a `__Host-` cookie for https alone. Over http,
 * the name has the port, because cookies of one machine's ports are not kept apart.
 */
function formOf(publicUrl: string): CookieForm {
  const { protocol, port } = new URL(publicUrl)
  const shared = 'Path=/; HttpOnly; SameSite=Strict'
  return protocol === 'https:'
    ? { name: '__Host-switchboard', attributes: `${shared}; Secure` }
    : { name: `switchboard-${port || '80'}`, attributes: shared }
}

/**
 * Returns the `Set-Cookie` that signs a browser in. The cookie names the cell of the session, where there are several.
 */
export function sessionCookie(
  { publicUrl, cells }: { publicUrl: () => string; cells: { name: string } | null },
  secret: string,
): string {
  const { name, attributes } = formOf(publicUrl())
  return `${name}=${nameCell(secret, cells?.name ?? null)}; Max-Age=${sessionMaxMs / 1_000}; ${attributes}`
}

/** Returns the `Set-Cookie` that signs a browser out. */
export function endedCookie(publicUrl: string): string {
  const { name, attributes } = formOf(publicUrl)
  return `${name}=; Max-Age=0; ${attributes}`
}

/** Returns the secret of the session cookie; null where there is none of the right form, or several. */
export function readSessionCookie(publicUrl: string, header: string | undefined): string | null {
  return readCookie(publicUrl, header)?.secret ?? null
}

/** Returns the cell that the session cookie names; null where it names none. */
export function readSessionCell(publicUrl: string, header: string | undefined): string | null {
  return readCookie(publicUrl, header)?.cell ?? null
}

function readCookie(
  publicUrl: string,
  header: string | undefined,
): { secret: string; cell: string | null } | null {
  const { name } = formOf(publicUrl)
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  const split = splitCell(values[0] ?? '')
  return values.length === 1 && isSecretForm(split.secret) ? split : null
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i
const anyAddress = /^(?:0\.0\.0\.0|\[::\])$/

/** Checks whether people reach the dashboard over http from another machine, where anybody between can read along. */
export function isPlainHttp(publicUrl: string): boolean {
  const { protocol, host } = new URL(publicUrl)
  return protocol === 'http:' && !loopback.test(host)
}

/**
 * Refuses to sign in over http from another machine, unless `PUBLIC_URL` itself says http. Without `PUBLIC_URL`, a
 * service that listens on all addresses is known to be reached safely only by the name of this machine.
 */
export function refuseUnnamedAddress(publicUrl: string, host: string | undefined): void {
  if (anyAddress.test(new URL(publicUrl).hostname) && !loopback.test(host ?? ''))
    throw refusals.publicUrlMissing()
}
