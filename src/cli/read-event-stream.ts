/** A message of a stream of server-sent events. */
export interface StreamMessage {
  /** The last id so far; empty before the first. */
  id: string
  /** Empty for a message without a name. */
  event: string
  data: string
}

/** A message has at most this many characters; an event has 64 KiB. */
const messageCharsMax = 1_000_000

/**
 * Reads a stream of server-sent events (WHATWG HTML, "9.2.6 Interpreting an event stream"), as the service writes it:
 * lines end in a line feed.
 *
 * @throws if a message is too long.
 */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  let text = ''
  let id = ''
  const decoder = new TextDecoder()
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const fields = fieldsOf(text.slice(0, end))
      text = text.slice(end + 2)
      id = fields.get('id') ?? id
      if (fields.has('data')) yield { id, event: fields.get('event') ?? '', data: fields.get('data')! }
    }
    if (text.length > messageCharsMax) throw new Error('a message of the stream is too long')
  }
}

/** Returns the fields of a message; of one that has a field several times, the lines of `data` are joined. */
function fieldsOf(block: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    if (colon === 0) continue
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    const before = fields.get(name)
    fields.set(name, name === 'data' && before !== undefined ? `${before}\n${value}` : value)
  }
  return fields
}
