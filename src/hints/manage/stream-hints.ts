import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refusals } from '../../base/refusals.ts'
import { SharedPlaces } from '../../base/shared-places.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { OrganizationParams, organizationPath } from '../../http/paths.ts'
import { hintTopics } from '../hint.ts'
import type { HintWatch, WatchMessage } from '../watch-hints.ts'

/** The most streams of one user in this process: a browser needs one for all its tabs. */
export const streamsPerUserMax = 10
/** The most streams of hints in this process, and of one organization in it. */
export const hintStreams = { placesMax: 1_000, perOrganizationMax: 250 }
/** How often a stream gets a line that keeps it alive, and its session is looked up again. */
const aliveMs = 15_000
/** A client that leaves more unread is cut; it comes again and resumes. */
const unreadBytesMax = 65_536
/** How long the browser waits before it comes again. */
const retryMs = 2_000

const EventStream = z
  .string()
  .describe(
    'Server-sent events. `hint`: `{ "topic", "project_id", "ids" }`, of which `ids` is null where anything of the topic may ' +
      `have changed; topics: ${hintTopics.join(', ')}. \`ready\`: the stream has begun. \`resync\`: hints may have been missed; ask for everything again.`,
  )

export interface StreamContext {
  hintWatch: HintWatch
  /**
   * Sets `request.user` again, as before the request; rejects if the session has ended, its role is gone, or the
   * organization has left this cell.
   */
  checkUser: (request: FastifyRequest) => Promise<void>
  /** For tests: how often streams are kept alive. */
  hintAliveMs?: number
}

/** Streams hints to a page, for as long as its session lasts. */
export function streamHints(app: App, context: StreamContext): void {
  const streams = new Map<FastifyReply, { userId: string; end: () => void }>()
  const places = new SharedPlaces(hintStreams)
  // Otherwise a server that stops would wait for them.
  app.addHook('preClose', async () => {
    for (const { end } of streams.values()) end()
    await context.hintWatch.close()
  })
  app.get(
    organizationPath('/events'),
    {
      config: { role: 'viewer', leavesOutProjects: true },
      schema: {
        operationId: 'streamHints',
        summary: 'Follow what changes',
        description:
          'A stream of hints, which carry no data. `Last-Event-ID` resumes an interrupted stream. The projects that the user ' +
          'may not see are left out.',
        tags: ['Changes'],
        params: OrganizationParams,
        headers: z.object({
          'last-event-id': z
            .string()
            .max(100)
            .optional()
            .describe('The id of the last hint that the client received.'),
        }),
        produces: ['text/event-stream'],
        response: { 200: EventStream, ...refusalsOf(401, 403, 404, 429, 500) },
      },
    },
    async (request, reply) => {
      // A stream without a body would never end.
      if (request.method === 'HEAD') return reply.type('text/event-stream; charset=utf-8').send('')
      // The client has gone meanwhile, and no event will say so any more.
      if (reply.raw.destroyed) return reply.hijack()
      const { user_id } = request.user
      const own = [...streams.values()].filter(({ userId }) => userId === user_id).length
      const free = own < streamsPerUserMax ? places.take(request.params.organization_id) : null
      if (free === null) throw refusals.tooManyStreams()
      const end = openStream(context, request, reply, () => {
        streams.delete(reply)
        free()
      })
      streams.set(reply, { userId: user_id, end })
      return reply
    },
  )
}

/** Takes the connection over and writes to it until it breaks or the session ends. Returns what ends it. */
function openStream(
  { hintWatch, checkUser, hintAliveMs = aliveMs }: StreamContext,
  request: FastifyRequest<{
    Params: { organization_id: string }
    Headers: { 'last-event-id'?: string | undefined }
  }>,
  reply: FastifyReply,
  onEnd: () => void,
): () => void {
  reply.hijack()
  const { raw } = reply
  const headers = reply.getHeaders() as Record<string, string>
  raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Proxies such as nginx would gather the lines.
    'x-accel-buffering': 'no',
  })
  const write = (text: string): void => {
    if (raw.destroyed) return
    raw.write(text)
    if (raw.writableLength > unreadBytesMax) raw.destroy()
  }
  const receive = (message: WatchMessage): void => {
    if (message.kind === 'resync') return write(`id: ${message.id}\nevent: resync\ndata: {}\n\n`)
    const { id, topic, project_id, ids } = message.hint
    const seen = request.user.project_ids
    if (project_id !== null && seen !== null && !seen.includes(project_id)) return
    write(`id: ${id}\nevent: hint\ndata: ${JSON.stringify({ topic, project_id, ids })}\n\n`)
  }
  const resumesAt = request.headers['last-event-id'] ?? null
  const lastId = hintWatch.lastId()
  write(`retry: ${retryMs}\n\n`)
  if (resumesAt === null && lastId !== null) write(`id: ${lastId}\nevent: ready\ndata: {}\n\n`)
  const leave = hintWatch.subscribe(request.params.organization_id, resumesAt, receive)
  const alive = setInterval(() => {
    write(': alive\n\n')
    checkUser(request).catch(() => end())
  }, hintAliveMs)
  const end = (): void => {
    clearInterval(alive)
    leave()
    onEnd()
    raw.end()
  }
  raw.once('close', end)
  return end
}
