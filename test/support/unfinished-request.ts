import { once } from 'node:events'
import { request as sendRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'

/** A request whose headers are sent, and whose body the test sends at its own speed. */
export interface UnfinishedRequest {
  write: (text: string) => void
  end: (text?: string) => void
  /** Resolves with the answer, which may arrive before the body is complete. */
  answer: Promise<{ status: number; body: { message: string } }>
}

export function beginRequest(
  url: string,
  headers: Record<string, string>,
  { method = 'POST', length }: { method?: string; length: number },
): UnfinishedRequest {
  const request = sendRequest(url, {
    method,
    agent: false,
    headers: { 'content-type': 'application/json', ...headers, 'content-length': String(length) },
  })
  request.on('error', () => {})
  request.flushHeaders()
  const answer = (async () => {
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const chunks: Buffer[] = await response.toArray()
    return { status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) }
  })()
  return { write: (text) => void request.write(text), end: (text = '') => void request.end(text), answer }
}
