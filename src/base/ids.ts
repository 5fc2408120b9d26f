import { randomFillSync } from 'node:crypto'

/** The greatest UUID: no id comes after it. */
export const greatestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Makes record ids. Tests pass their own to get repeatable ids. */
export type NewId = () => string

/** Random bytes for 256 ids: a system call for each id would cost more than everything else. */
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
 * Returns a UUIDv7 (RFC 9562, method 1: a 12-bit counter after the millisecond). The ids of one process sort in the
 * order in which they were made. So an index on them grows at its right end, and `_id` breaks ties of `created_at` in
 * order.
 */
export function uuidv7(): string {
  const now = Date.now()
  const bytes = random16()
  if (now > lastMs) {
    lastMs = now
    // Starts low, so that a burst within one millisecond rarely overflows.
    counter = bytes.readUInt16BE(6) & 0x3ff
  } else if (++counter > 0xfff) {
    lastMs++
    counter = 0
  }
  return formatUuid(bytes, lastMs, counter)
}

/**
 * Returns a UUIDv7 of the instant, in milliseconds since 1970, so that the record sorts by when it came instead of when
 * it was stored. Ids of one millisecond sort by chance.
 */
export function uuidv7At(ms: number): string {
  const bytes = random16()
  return formatUuid(bytes, ms, bytes.readUInt16BE(6) & 0xfff)
}

function formatUuid(bytes: Buffer, ms: number, counted: number): string {
  bytes.writeUIntBE(ms, 0, 6)
  bytes[6] = 0x70 | (counted >> 8)
  bytes[7] = counted & 0xff
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Returns whether the text is an id in the form that the service writes, in lower case. Any other text is an id that no
 * record has (Rule 4).
 */
export function isUuid(text: string): boolean {
  return uuidForm.test(text)
}
