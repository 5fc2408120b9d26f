import { eventually } from './service.ts'

/** An event of a stream, as a browser gets it. */
export interface StreamEvent {
  id: string
  event: string
  data: { topic?: string; project_id?: string | null; ids?: string[] | null }
  /** When it arrived, by `performance.now()`. */
  at: number
}

/** A stream as a page holds it open. */
export interface HintStream extends AsyncDisposable {
  status: number
  headers: Headers
  events: StreamEvent[]
  /** Lines that only keep the stream alive. */
  alive: number
  /** Whether the server has ended it. */
  isOver: boolean
  /** Resolves with the first event that fits, among those that have come and will come. */
  next: (what: string, fits: (event: StreamEvent) => boolean) => Promise<StreamEvent>
}

/** Opens a stream of an organization's hints, and reads it in the background. */
export async function openHintStream(
  url: string,
  organizationId: string,
  { cookie, lastId }: { cookie: string; lastId?: string },
): Promise<HintStream> {
  const stop = new AbortController()
  const response = await fetch(`${url}/api/organizations/${organizationId}/events`, {
    headers: {
      cookie,
      'sec-fetch-site': 'same-origin',
      ...(lastId !== undefined && { 'last-event-id': lastId }),
    },
    signal: stop.signal,
  })
  const stream: HintStream = {
    status: response.status,
    headers: response.headers,
    events: [],
    alive: 0,
    isOver: false,
    next: (what, fits) => eventually(what, () => stream.events.find(fits) ?? null),
    [Symbol.asyncDispose]: async () => {
      stop.abort()
      await reading
    },
  }
  const reading = read(response, stream).catch(() => {
    stream.isOver = true
  })
  return stream
}

async function read(response: Response, stream: HintStream): Promise<void> {
  let text = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const block = text.slice(0, end)
      text = text.slice(end + 2)
      if (block.startsWith(':')) stream.alive++
      const fields = Object.fromEntries(
        block
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      ) as Record<string, string>
      if (fields['event'] !== undefined)
        stream.events.push({
          id: fields['id'] ?? '',
          event: fields['event'],
          data: JSON.parse(fields['data'] ?? '{}') as StreamEvent['data'],
          at: performance.now(),
        })
    }
  }
  stream.isOver = true
}
