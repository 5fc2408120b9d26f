import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../base/clock.ts'
import { refusals } from '../../base/refusals.ts'
import type { Refusal } from '../../base/refusals/refusal.ts'
import type { Log } from '../../base/log.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Reader } from '../../db/queryable.ts'
import { selectKnownPlace } from '../directory/copy-queries.ts'
import { decidePlace } from './decide-place.ts'
import type { Decision } from './decide-place.ts'
import { hopHeader, hopsMax, readHop, signHop } from './hop-signature.ts'
import { headersToPass, passUpgrade, requestCell } from './pass-on.ts'

export interface ForwardContext {
  /** The name of this cell. */
  cell: string
  db: Reader
  clock: Clock
  log: Log
  secretBox: Pick<SecretBox, 'digest'>
}

/** How long what is known of an organization's place is used without asking the database again. */
const knownMs = 250
/** Beyond this, the oldest places are asked for again. */
const knownMax = 10_000
/** How long a carrier's callback waits for the end of a move; carriers wait for 15 s. */
const callbackWaitMs = 10_000
const lookAgainMs = 100

const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
const apiPath = new RegExp(`^/(?:api/)?organizations/(${uuid})(?:[/?]|$)`)
const callbackPath = new RegExp(`^/webhooks/voice/[a-z]+/(${uuid})/`)

/** Returns the organization that an address names, and whether it is that of a carrier's callback; null if it names none. */
export function organizationOf(url: string): { organizationId: string; isCallback: boolean } | null {
  const [, ofCallback] = callbackPath.exec(url) ?? []
  const [, ofApi] = apiPath.exec(url) ?? []
  const organizationId = (ofCallback ?? ofApi)?.toLowerCase()
  return organizationId === undefined ? null : { organizationId, isCallback: ofCallback !== undefined }
}

/** Passes requests for organizations of other cells on to these cells. */
export interface Forwarder {
  /** Runs before every request, and before its key is looked at. */
  onRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>
  /** Runs before a connection becomes a websocket. Calls `here` if this cell is to take it. */
  onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer, here: () => void) => void
}

/**
 * Creates the forwarder of an API process. While an organization is between two cells, reads are answered from the old
 * one, carriers' callbacks wait for up to 10 s, and everything else is refused with 503.
 */
export function createForwarder(
  context: ForwardContext,
  refuseUpgrade: (socket: Duplex, refusal: Refusal) => void,
): Forwarder {
  const { log, clock, secretBox } = context
  const decide = createDecider(context)

  /** Returns the cell to pass on to; null to answer here. */
  async function cellFor(method: string, url: string, hops: number): Promise<string | null> {
    const named = organizationOf(url)
    if (named === null) return null
    const { organizationId, isCallback } = named
    const deadline = performance.now() + callbackWaitMs
    for (;;) {
      const decision = await decide(organizationId)
      if (decision.kind === 'here') return null
      if (decision.kind === 'elsewhere') {
        if (hops >= hopsMax) throw refusals.cellUnavailable()
        return decision.url
      }
      if (decision.isReadable && (method === 'GET' || method === 'HEAD') && !isCallback) return null
      if (!isCallback || performance.now() > deadline) throw refusals.organizationMoving()
      await delay(lookAgainMs)
    }
  }

  function hopsOf({ method = 'GET', url = '/', headers }: IncomingMessage): number {
    const header = headers[hopHeader]
    const hop = typeof header === 'string' ? readHop(secretBox, header, { method, url }, clock.now()) : null
    return hop?.hops ?? 0
  }

  function headersFor(request: IncomingMessage, hops: number) {
    const { method = 'GET', url = '/' } = request
    const hop = { method, url, hops: hops + 1, organizationIds: [] }
    return headersToPass(request, { [hopHeader]: signHop(secretBox, hop, clock.now()) })
  }

  return {
    onRequest: async (request, reply) => {
      const hops = hopsOf(request.raw)
      const cellUrl = await cellFor(request.method, request.raw.url ?? '/', hops)
      if (cellUrl === null) return undefined
      await passRequest(cellUrl, request, reply, headersFor(request.raw, hops), (error) =>
        log.warn({ err: error, request_id: request.id }, 'a cell could not be reached'),
      )
      return reply
    },
    onUpgrade: (request, socket, head, here) => {
      const hops = hopsOf(request)
      const onError = () => socket.destroy()
      socket.on('error', onError)
      cellFor('UPGRADE', request.url ?? '/', hops).then(
        (cellUrl) => {
          if (socket.destroyed) return
          socket.off('error', onError)
          if (cellUrl === null) return here()
          passUpgrade(cellUrl, request, { socket, head }, headersFor(request, hops), (error) => {
            log.warn({ err: error }, 'a cell could not be reached')
            refuseUpgrade(socket, refusals.cellUnavailable())
          })
        },
        () => refuseUpgrade(socket, refusals.organizationMoving()),
      )
    },
  }
}

/** Decides where requests go, and remembers a decision for a quarter of a second. */
function createDecider({ cell, db }: ForwardContext): (organizationId: string) => Promise<Decision> {
  const known = new Map<string, { at: number; decision: Promise<Decision> }>()
  return (organizationId) => {
    const now = performance.now()
    const found = known.get(organizationId)
    if (found !== undefined && now - found.at < knownMs) return found.decision
    const decision = selectKnownPlace(db, organizationId).then((place) => decidePlace(place, cell))
    decision.catch(() => known.delete(organizationId))
    known.delete(organizationId)
    known.set(organizationId, { at: now, decision })
    if (known.size > knownMax) known.delete(known.keys().next().value!)
    return decision
  }
}

/**
 * Passes a request on, body and answer as streams. Resolves once the answer has begun; it is not Fastify's any more then.
 *
 * @throws {Refusal} 503 if the cell can't be reached.
 */
function passRequest(
  cellUrl: string,
  { raw, method }: FastifyRequest,
  reply: FastifyReply,
  headers: ReturnType<typeof headersToPass>,
  onFault: (error: Error) => void,
): Promise<void> {
  const begun = Promise.withResolvers<void>()
  const outgoing = requestCell(cellUrl, { method, url: raw.url ?? '/' }, headers)
  outgoing.once('error', (error) => {
    onFault(error)
    if (reply.sent) reply.raw.destroy()
    else begun.reject(refusals.cellUnavailable())
  })
  outgoing.once('response', (response) => {
    reply.hijack()
    reply.raw.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(reply.raw)
    response.once('error', () => reply.raw.destroy())
    begun.resolve()
  })
  reply.raw.once('close', () => outgoing.destroy())
  raw.pipe(outgoing)
  return begun.promise
}
