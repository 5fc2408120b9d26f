/** A message of PostgreSQL's protocol. */
export interface PostgresMessage {
  /** The letter of its type; empty for the first message of a connection, which has none. */
  type: string
  /** The bytes after type and length. */
  body: Buffer
  /** The whole message. */
  bytes: Buffer
}

const lengthBytes = 4

/**
 * Creates a function that cuts a stream of bytes into messages: it takes each chunk and returns the messages that are
 * complete.
 *
 * @param startsUntyped whether the stream comes from a client.
 */
export function createMessageSplitter(startsUntyped: boolean): (chunk: Buffer) => PostgresMessage[] {
  let rest: Buffer = Buffer.alloc(0)
  let isUntyped = startsUntyped
  return (chunk) => {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const messages: PostgresMessage[] = []
    for (;;) {
      const typeBytes = isUntyped ? 0 : 1
      if (bytes.length < typeBytes + lengthBytes) break
      const end = typeBytes + bytes.readInt32BE(typeBytes)
      if (bytes.length < end) break
      messages.push({
        type: bytes.toString('latin1', 0, typeBytes),
        body: bytes.subarray(typeBytes + lengthBytes, end),
        bytes: bytes.subarray(0, end),
      })
      bytes = bytes.subarray(end)
      isUntyped = false
    }
    rest = bytes
    return messages
  }
}

/** Returns the text from `start` to the next zero byte. */
export function textAt(body: Buffer, start: number): string {
  const end = body.indexOf(0, start)
  return body.toString('utf8', start, end === -1 ? body.length : end)
}
