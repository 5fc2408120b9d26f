import { readEventStream as readMessages } from '../../src/cli/read-event-stream.ts'

/** One server-sent event whose data is JSON. */
export interface StreamEvent {
  event: string
  data: Record<string, unknown>
}

/** Reads the events of a response as they come; comments are left out. Throws where the connection breaks. */
export async function* readEventStream(response: Response): AsyncGenerator<StreamEvent> {
  let text = ''
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    text += piece
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const block = text.slice(0, end)
      text = text.slice(end + 2)
      const [, event, data] = /^event: (.*)\ndata: (.*)$/s.exec(block) ?? []
      if (event !== undefined && data !== undefined)
        yield { event, data: JSON.parse(data) as StreamEvent['data'] }
    }
  }
}

/** The stream of a project's events as a program holds it open. */
export interface ProjectStream extends AsyncDisposable {
  status: number
  headers: Headers
  events: { type: string; data: Record<string, unknown> }[]
  /** Ids of messages that say only how far the log was read. */
  places: string[]
  lastId: string
  /** Whether the server has ended it. */
  isOver: boolean
}

/** Opens the stream of a project's events, and reads it in the background. `lastId` is empty for a new reader. */
export async function openProjectStream(
  address: string,
  { key, lastId }: { key: string; lastId: string },
): Promise<ProjectStream> {
  const stop = new AbortController()
  const response = await fetch(address, {
    headers: { 'x-api-key': key, ...(lastId !== '' && { 'last-event-id': lastId }) },
    signal: stop.signal,
  })
  const stream: ProjectStream = {
    status: response.status,
    headers: response.headers,
    events: [],
    places: [],
    lastId,
    isOver: false,
    [Symbol.asyncDispose]: async () => {
      stop.abort()
      await reading
    },
  }
  const read = async () => {
    for await (const { id, event, data } of readMessages(response.body!)) {
      stream.lastId = id
      if (event === 'place') stream.places.push(id)
      else stream.events.push(JSON.parse(data) as ProjectStream['events'][number])
    }
  }
  const reading = read()
    .catch(() => undefined)
    .then(() => {
      stream.isOver = true
    })
  return stream
}
