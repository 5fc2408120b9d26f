import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { refusals } from '../../base/refusals.ts'
import { Refusal } from '../../base/refusals/refusal.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Reader } from '../../db/queryable.ts'
import type { CellMetrics } from '../cell-metrics.ts'
import { selectCellUrl, selectKnownPlace } from '../directory/copy-queries.ts'
import { decidePlace, placeKnownMs } from './decide-place.ts'
import type { Decision } from './decide-place.ts'
import { hopHeader, hopOf, hopsMax, signHop } from './hop-signature.ts'
import { headersToPass, passUpgrade, requestCell } from './pass-on.ts'

export interface ForwardContext {
  /** The name of this cell. */
  cell: string
  db: Reader
  clock: Clock
  log: Log
  secretBox: Pick<SecretBox, 'digest'>
  /** Returns the cell that the session of a request is in; null if it names none. */
  sessionCellOf: (request: FastifyRequest) => string | null
  /** Returns the cell that is to answer a request whose body says so, as of somebody who signs in; null: any. */
  cellOfBody: (request: FastifyRequest) => Promise<string | null>
  cellMetrics: CellMetrics
}

/** Beyond this, the oldest places are asked for again. */
const knownMax = 10_000
/** How long a carrier's callback waits for the end of a move; carriers wait for 15 s. */
const callbackWaitMs = 10_000
const lookAgainMs = 100

const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
const apiPath = new RegExp(`^/(?:api/)?organizations/(${uuid})(?:[/?]|$)`)
/** Streams of events and of hints. */
const streamPath = new RegExp(
  `^/(?:api/)?organizations/${uuid}/(?:events|projects/[^/?]+/events/stream)(?:[?]|$)`,
)
const callbackPath = new RegExp(`^/webhooks/voice/[a-z]+/(${uuid})/`)

/**
 * Returns the address of a request as the router has understood it: its route, with the id of the organization. The
 * text of the request may be another one, with percent signs or with a scheme and a host. It counts where no route
 * fits, as at an address that only a newer cell has.
 */
export function addressOf({
  routeOptions: { url: route },
  params,
  url,
}: Pick<FastifyRequest, 'routeOptions' | 'params' | 'url'>): string {
  const { organization_id = '' } = (params ?? {}) as Partial<Record<string, string>>
  return route === undefined
    ? url
    : route.replace(':organization_id', () => encodeURIComponent(organization_id))
}

/**
 * Returns the organization that an address names, and whether it is that of a carrier's callback; null if it names
 * none.
 */
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
  /** Runs before every handler, when the body is read. */
  preHandler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>
  /** Runs before a connection becomes a websocket. Calls `here` if this cell is to take it. */
  onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer, here: () => void) => void
}

/**
 * Creates the forwarder of an API process. While an organization is between two cells, reads are answered from the old
 * one, carriers' callbacks wait for up to 10 s, and everything else is refused with 503, also streams, which would stay
 * on the old one.
 */
export function createForwarder(
  context: ForwardContext,
  refuseUpgrade: (socket: Duplex, refusal: Refusal) => void,
): Forwarder {
  const cellFor = createCellFinder(context)

  return {
    onRequest: async (request, reply) => {
      const hops = hopsOf(context, request.raw)
      const address = addressOf(request)
      const cellUrl =
        organizationOf(address) === null
          ? await cellOfSession(context, request, address, hops)
          : await cellFor(request.method, address, hops)
      if (cellUrl === null) return undefined
      await passRequest(context, cellUrl, request, reply, { headers: headersFor(context, request.raw, hops) })
      return reply
    },
    preHandler: async (request, reply) => {
      const hops = hopsOf(context, request.raw)
      const cellUrl = hops > 0 ? null : await urlOf(context, await context.cellOfBody(request))
      if (cellUrl === null) return undefined
      const body = Buffer.from(JSON.stringify(request.body))
      const headers = {
        ...headersFor(context, request.raw, hops),
        'content-type': 'application/json',
        'content-length': body.length,
      }
      await passRequest(context, cellUrl, request, reply, { headers, body })
      return reply
    },
    onUpgrade: (request, socket, head, here) => {
      const onError = () => socket.destroy()
      socket.on('error', onError)
      const find = async () => {
        const hops = hopsOf(context, request)
        return { hops, cellUrl: await cellFor('UPGRADE', request.url ?? '/', hops) }
      }
      find().then(
        ({ hops, cellUrl }) => {
          if (socket.destroyed) return
          socket.off('error', onError)
          if (cellUrl === null) return here()
          passUpgrade(cellUrl, request, { socket, head }, headersFor(context, request, hops), {
            onAnswer: () => context.cellMetrics.passed.inc({ outcome: 'answered' }),
            onFault: (error) => {
              noteUnavailable(context, error)
              refuseUpgrade(socket, refusals.cellUnavailable())
            },
          })
        },
        (error: unknown) =>
          refuseUpgrade(socket, error instanceof Refusal ? error : refusals.organizationMoving()),
      )
    },
  }
}

/** Returns what finds the cell to pass a request for an organization on to; null to answer here. */
function createCellFinder(
  context: ForwardContext,
): (method: string, url: string, hops: number) => Promise<string | null> {
  const decide = createDecider(context)
  return async (method, url, hops) => {
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
      const isRead = (method === 'GET' || method === 'HEAD') && !isCallback && !streamPath.test(url)
      if (decision.isReadable && isRead) return null
      if (!isCallback || performance.now() > deadline) throw refusals.organizationMoving()
      await delay(lookAgainMs)
    }
  }
}

/**
 * Returns how often a request was passed on, as a cell has signed it. @throws {Refusal} 503 if the header does not
 * hold.
 */
function hopsOf(context: ForwardContext, request: IncomingMessage): number {
  return hopOf(context, request)?.hops ?? 0
}

/** Returns the headers with which a request is passed on, once more than so far. */
function headersFor({ secretBox, clock }: ForwardContext, request: IncomingMessage, hops: number) {
  const { method = 'GET', url = '/' } = request
  const hop = { method, url, hops: hops + 1, organizationIds: [] }
  return headersToPass(request, { [hopHeader]: signHop(secretBox, hop, clock.now()) })
}

/** Returns the address of another cell; null for this one, and for one that nobody knows. */
async function urlOf({ cell: own, db }: ForwardContext, cell: string | null): Promise<string | null> {
  return cell === null || cell === own ? null : selectCellUrl(db, cell)
}

/** Returns the cell with the session of somebody who asks for what is no organization's, such as their account. */
async function cellOfSession(
  context: ForwardContext,
  request: FastifyRequest,
  address: string,
  hops: number,
): Promise<string | null> {
  // What another cell asks is answered here.
  if (hops > 0 || !address.startsWith('/api/')) return null
  return urlOf(context, context.sessionCellOf(request))
}

/**
 * Decides where requests go, and remembers a decision for a quarter of a second, unless the organization moves: the new
 * cell may work the next moment, and whoever has written there must not read the old rows.
 */
function createDecider({ cell, db }: ForwardContext): (organizationId: string) => Promise<Decision> {
  const known = new Map<string, { at: number; decision: Promise<Decision> }>()
  return (organizationId) => {
    const now = performance.now()
    const found = known.get(organizationId)
    if (found !== undefined && now - found.at < placeKnownMs) return found.decision
    const decision = selectKnownPlace(db, organizationId).then((place) => decidePlace(place, cell))
    const forget = (): void => {
      if (known.get(organizationId)?.decision === decision) known.delete(organizationId)
    }
    decision.then(({ kind }) => (kind === 'moving' ? forget() : undefined), forget)
    known.delete(organizationId)
    known.set(organizationId, { at: now, decision })
    if (known.size > knownMax) known.delete(known.keys().next().value!)
    return decision
  }
}

/**
 * Passes a request on, body and answer as streams. `body` is given if it was read already. Resolves once the answer has
 * begun; from then on Fastify does not write to it.
 *
 * @throws {Refusal} 503 if the cell can't be reached.
 */
function passRequest(
  context: Pick<ForwardContext, 'log' | 'cellMetrics'>,
  cellUrl: string,
  { raw, method, id }: FastifyRequest,
  reply: FastifyReply,
  { headers, body }: { headers: ReturnType<typeof headersToPass>; body?: Buffer },
): Promise<void> {
  const begun = Promise.withResolvers<void>()
  const outgoing = requestCell(cellUrl, { method, url: raw.url ?? '/' }, headers, 'passed')
  outgoing.once('error', (error) => {
    // A client that goes away ends the request to the cell, too.
    if (!reply.raw.destroyed) noteUnavailable(context, error, id)
    if (reply.sent) reply.raw.destroy()
    else begun.reject(refusals.cellUnavailable())
  })
  outgoing.once('response', (response) => {
    context.cellMetrics.passed.inc({ outcome: 'answered' })
    reply.hijack()
    reply.raw.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(reply.raw)
    response.once('error', () => reply.raw.destroy())
    begun.resolve()
  })
  reply.raw.once('close', () => outgoing.destroy())
  if (body === undefined) raw.pipe(outgoing)
  else outgoing.end(body)
  return begun.promise
}

function noteUnavailable(
  { log, cellMetrics }: Pick<ForwardContext, 'log' | 'cellMetrics'>,
  err: Error,
  request_id?: string,
): void {
  log.warn({ err, request_id }, 'a cell could not be reached')
  cellMetrics.passed.inc({ outcome: 'unavailable' })
}
