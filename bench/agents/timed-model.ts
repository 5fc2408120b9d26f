import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** The instants of one turn, as `performance.now()` of the benchmark's own process; what has not come is missing. */
export interface TurnTimes {
  /** The customer's message was sent to the service. */
  sentAt: number
  /** The model had the whole request. */
  requestAt?: number
  /** The model wrote its first sentence. */
  tokenAt?: number
  /** The customer's side got the first sentence. */
  frameAt?: number
}

/** A model in the benchmark's process, so that one clock times both of its ends. */
export interface TimedModel extends AsyncDisposable {
  /** The `base_url` of an `openai_compatible` account. */
  url: string
  host: string
  /** Begins a turn. Returns its marker, which the customer's message must contain. */
  begin: () => { marker: string; times: TurnTimes }
  times: Map<string, TurnTimes>
}

const sentences = ['Your plan ends in March. ', 'It can be renewed by the end of February.']
const usage = { prompt_tokens: 100, completion_tokens: 15, total_tokens: 115 }

/** Starts the model. It writes its first sentence after `thinkMs`, and the second 50 ms later. */
export async function startTimedModel({ thinkMs }: { thinkMs: number }): Promise<TimedModel> {
  const times = new Map<string, TurnTimes>()
  let begun = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const at = performance.now()
      const { messages } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
        messages: { role: string; content: string }[]
      }
      const input = messages.findLast(({ role }) => role === 'user')?.content ?? ''
      const turn = times.get(/number (\d+)/.exec(input)?.[1] ?? '')
      if (turn !== undefined) turn.requestAt ??= at
      void answer(turn)
    })
    const answer = async (turn: TurnTimes | undefined): Promise<void> => {
      const write = (choices: object[], more: object = {}): void =>
        void response.write(`data: ${JSON.stringify({ id: 'c1', choices, ...more })}\n\n`)
      const piece = (content: string): void => write([{ index: 0, delta: { content }, finish_reason: null }])
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.flushHeaders()
      if (thinkMs > 0) await delay(thinkMs)
      if (turn !== undefined) turn.tokenAt ??= performance.now()
      piece(sentences[0]!)
      await delay(50)
      piece(sentences[1]!)
      write([{ index: 0, delta: {}, finish_reason: 'stop' }])
      write([], { usage })
      response.end('data: [DONE]\n\n')
    }
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}/v1`,
    host,
    times,
    begin: () => {
      const marker = `number ${++begun}`
      const turn: TurnTimes = { sentAt: performance.now() }
      times.set(String(begun), turn)
      return { marker, times: turn }
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
