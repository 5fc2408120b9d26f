/** A message of PostgreSQL's protocol. */
export interface PostgresMessage {
  /** Its letter; empty for the first message of a connection, which has none. */
  type: string
  /** What comes after type and length. */
  body: Buffer
  /** All of it. */
  bytes: Buffer
}

const lengthBytes = 4

/**
 * Cuts a stream of bytes into messages: hand in what arrives, get what is complete.
 *
 * @param startsUntyped the stream comes from a client.
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

/** The text that begins there and ends with a zero byte. */
export function textAt(body: Buffer, start: number): string {
  const end = body.indexOf(0, start)
  return body.toString('utf8', start, end === -1 ? body.length : end)
}
