import { randomFillSync } from 'node:crypto'

/** Makes record identifiers. A test hands in its own to get repeatable ids. */
export type NewId = () => string

/** Drawn 256 ids at a time: asking the system for each costs more than all the rest. */
const drawn = Buffer.alloc(16 * 256)
let used = drawn.length

function random16(): Buffer {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += 16
  return Buffer.from(drawn.subarray(used - 16, used))
}

let lastMs = 0
let counter = 0

/**
 * A UUIDv7 (RFC 9562, method 1: 12 bits of counter after the millisecond): ids of one process sort in the order they
 * were made, so that an index on them grows at its right end and `_id` breaks ties of `created_at` in order.
 */
export function uuidv7(): string {
  const now = Date.now()
  const bytes = random16()
  if (now > lastMs) {
    lastMs = now
    // Starts low enough that a burst within one millisecond seldom runs over.
    counter = bytes.readUInt16BE(6) & 0x3ff
  } else if (++counter > 0xfff) {
    lastMs++
    counter = 0
  }
  bytes.writeUIntBE(lastMs, 0, 6)
  bytes[6] = 0x70 | (counter >> 8)
  bytes[7] = counter & 0xff
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether the text is an id as we write them, in lower case; anything else is an id that nobody has (Rule 4). */
export function isUuid(text: string): boolean {
  return uuidForm.test(text)
}
