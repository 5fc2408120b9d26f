import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Log } from '../../base/log.ts'
import { refusals } from '../../base/refusals.ts'
import { SharedPlaces } from '../../base/shared-places.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { payloadOf } from '../payload.ts'
import type { EventContent } from '../payload.ts'
import { formatPlace, readLog, selectNow } from '../read-log.ts'
import type { LogFilter, LogPlace } from '../read-log.ts'
import { firstOf } from './list-events.ts'
import { afterParameter, eventFilter, filterOf, placeToBegin } from './shown-event.ts'

/** The most streams of one key, or of one user, in this process. */
export const eventStreamsPerReaderMax = 5
/** The most streams of this process, and of an organization: each looks into the database a few times a second. */
export const eventStreams = { placesMax: 200, perOrganizationMax: 50 }
/** How long a stream waits after a look that found nothing more. */
const pauseMs = 300
/** How often a stream gets its place and the reader's right is checked again. */
const aliveMs = 15_000
/** The most events of one look. */
const eventsMax = 200
/** A reader that takes nothing for this long is cut; it comes again and goes on. */
const unreadMs = 10_000
/** How long a client waits before it comes again. */
const retryMs = 2_000

const Query = z.object({ ...eventFilter, after: afterParameter })

const EventStream = z
  .string()
  .describe(
    'Server-sent events. A message without a name: an event as `GET …/events` lists it; its `id` is the id of the event. `place`: ' +
      'how far the stream has read, as its `id`, at the beginning and every 15 s.',
  )

export interface EventStreamContext {
  db: Db
  log: Pick<Log, 'error'>
  /** Rejects when the key or the session of a request is not valid any more. */
  checkReader: (request: FastifyRequest) => Promise<void>
  /** For tests: how often streams are kept alive, and how long a reader may take nothing. */
  eventAliveMs?: number
  eventUnreadMs?: number
}

/** Streams the events of a project, from a place in the log on. */
export function streamEvents(app: App, context: EventStreamContext): void {
  const streams = new Map<AbortController, string>()
  const places = new SharedPlaces(eventStreams)
  // Otherwise a server that stops would wait for them.
  app.addHook('preClose', () => {
    for (const stop of streams.keys()) stop.abort()
  })
  app.get(
    projectPath('/events/stream'),
    {
      config: { scope: 'events:read' },
      schema: {
        operationId: 'streamEvents',
        summary: 'Follow events',
        description:
          'Events as they happen, within a second as a rule. It begins now, or after `Last-Event-ID` or `after`, or at `from`. ' +
          'A client that comes again with the last `id` that it got misses no event; in the first moments it may get some from ' +
          'just before it first came. A key has at most 5 streams.',
        tags: ['Events'],
        params: ProjectParams,
        querystring: Query,
        headers: z.object({
          'last-event-id': z.string().max(100).optional().describe('The last `id` that the client got.'),
        }),
        produces: ['text/event-stream'],
        response: { 200: EventStream, ...refusalsOf(400, 401, 403, 429, 500) },
      },
    },
    async (request, reply) => {
      const { params, query } = request
      const own = [...streams.values()].filter((each) => each === readerOf(request)).length
      const free = own < eventStreamsPerReaderMax ? places.take(params.organization_id) : null
      if (free === null) throw refusals.tooManyStreams()
      const stop = new AbortController()
      streams.set(stop, readerOf(request))
      const end = () => {
        streams.delete(stop)
        free()
      }
      try {
        const filter = filterOf(params, { ...query, from: firstOf(query.from), before: null })
        const after = request.headers['last-event-id'] ?? query.after
        const { begin, unseenBy } = await beginOf(context.db, filter, after)
        // A stream without a body would never end, and keep further requests of its connection waiting.
        const isHead = request.method === 'HEAD'
        if (isHead || reply.raw.destroyed) end()
        if (isHead) return await reply.type('text/event-stream; charset=utf-8').send('')
        // The client has gone meanwhile, and no event will say so any more.
        if (reply.raw.destroyed) return reply.hijack()
        takeConnection(reply)
        reply.raw.once('close', () => stop.abort())
        void follow(
          context,
          request,
          { raw: reply.raw, filter: { ...filter, unseenBy }, begin, content: query.content },
          stop.signal,
        )
          .catch((error: unknown) => {
            if (!stop.signal.aborted) context.log.error({ err: error }, 'a stream of events broke off')
          })
          .finally(() => {
            end()
            reply.raw.destroy()
          })
        return reply
      } catch (error) {
        end()
        throw error
      }
    },
  )
}

/** Returns where a stream begins; without a place and a time, it is now. */
async function beginOf(db: Db, filter: LogFilter, after: string | undefined) {
  if (after !== undefined || filter.from !== null)
    return { begin: await placeToBegin(db, filter, after), unseenBy: null }
  const { end, moment } = await selectNow(db)
  return { begin: end, unseenBy: moment }
}

/** Takes the connection over and begins the answer. */
function takeConnection(reply: FastifyReply): void {
  reply.hijack()
  const headers = reply.getHeaders() as Record<string, string>
  reply.raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Proxies such as nginx would gather the lines.
    'x-accel-buffering': 'no',
  })
}

/** Returns who reads: the key or the user of a request. */
function readerOf({ keyId, userId }: FastifyRequest): string {
  return keyId ?? userId ?? ''
}

interface Stream {
  raw: ServerResponse
  filter: LogFilter
  begin: LogPlace
  content: EventContent
}

/**
 * Writes events until the connection breaks, the reader is too slow or may not read any more, the organization moves to
 * another cell, or the process stops.
 */
async function follow(
  { db, checkReader, eventAliveMs = aliveMs, eventUnreadMs = unreadMs }: EventStreamContext,
  request: FastifyRequest,
  { raw, filter, begin, content }: Stream,
  signal: AbortSignal,
): Promise<void> {
  const write = async (text: string): Promise<void> => {
    if (raw.write(text)) return
    await once(raw, 'drain', { signal: AbortSignal.any([signal, AbortSignal.timeout(eventUnreadMs)]) })
  }
  const writePlace = (place: LogPlace) => write(`id: ${formatPlace(place)}\nevent: place\ndata: {}\n\n`)
  let place = begin
  await write(`retry: ${retryMs}\n\n`)
  await writePlace(place)
  let aliveAt = performance.now() + eventAliveMs
  while (!signal.aborted) {
    const read = await readLog(db, filter, place, eventsMax)
    place = read.place
    for (const event of read.events) {
      const payload = payloadOf(event, filter, content)
      await write(`id: ${event._id}\ndata: ${JSON.stringify(payload)}\n\n`)
    }
    // The client comes again, and is passed on to the other cell.
    if (!read.isHere) return
    if (performance.now() >= aliveAt) {
      await checkReader(request)
      await writePlace(place)
      aliveAt = performance.now() + eventAliveMs
    }
    if (read.isEnd) await delay(pauseMs, undefined, { signal })
  }
}
