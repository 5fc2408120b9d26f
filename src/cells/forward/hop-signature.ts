import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { refusals } from '../../base/refusals.ts'
import type { SecretBox } from '../../base/secret-box.ts'

/** The header of requests that one cell passes on to another. */
export const hopHeader = 'x-switchboard-hop'
/** How often a request may be passed on. Maps of two cells may be old, so twice is not enough. */
export const hopsMax = 3
/** How far the clocks of two cells may be apart, with the time on the way. */
const ageMsMax = 60_000

/** What is signed: a request, and how often it was passed on. */
export interface Hop {
  method: string
  /** Path and query. */
  url: string
  hops: number
  /** The organizations that a part of a webhook is for; empty: of all that the request names. */
  organizationIds: readonly string[]
}

type Signer = Pick<SecretBox, 'digest'>

/** Returns the header's value: count, time, organizations and a signature by the key that all cells share. */
export function signHop(signer: Signer, hop: Hop, now: Date): string {
  const fields = [String(hop.hops), String(now.getTime()), hop.organizationIds.join(',')]
  return [...fields, signatureOf(signer, hop, fields).toString('base64url')].join(';')
}

/** Reads the header. Returns null if it is not signed by a cell, is too old, or is of another request. */
export function readHop(
  signer: Signer,
  header: string,
  request: Pick<Hop, 'method' | 'url'>,
  now: Date,
): Pick<Hop, 'hops' | 'organizationIds'> | null {
  const [hops = '', time = '', organizations = '', signature = '', ...rest] = header.split(';')
  if (rest.length > 0 || !/^\d$/.test(hops) || !/^\d{1,15}$/.test(time)) return null
  if (Math.abs(now.getTime() - Number(time)) > ageMsMax) return null
  const given = Buffer.from(signature, 'base64url')
  const right = signatureOf(signer, request, [hops, time, organizations])
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  return { hops: Number(hops), organizationIds: organizations === '' ? [] : organizations.split(',') }
}

/**
 * Returns what another cell has signed of a request; null if the request has no such header. A header that does not
 * hold is not as good as none: two cells whose clocks are too far apart would pass a request between each other without
 * end.
 *
 * @throws {Refusal} 503 if the header does not hold.
 */
export function hopOf(
  { secretBox, clock, log }: { secretBox: Signer; clock: Clock; log: Log },
  { method = 'GET', url = '/', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
): Pick<Hop, 'hops' | 'organizationIds'> | null {
  const header = headers[hopHeader]
  if (header === undefined) return null
  const hop = typeof header === 'string' ? readHop(secretBox, header, { method, url }, clock.now()) : null
  if (hop !== null) return hop
  log.warn('a request says that a cell has passed it on, and is not signed so: compare clocks and SECRET_KEY')
  throw refusals.cellUnavailable()
}

function signatureOf(
  signer: Signer,
  { method, url }: Pick<Hop, 'method' | 'url'>,
  fields: readonly string[],
): Buffer {
  return signer.digest(['hop', method, url, ...fields].join('\n'))
}
