import { createHash } from 'node:crypto'

/**
 * Raise it when reading or cutting changes: it makes unchanged pages count as changed, so that they are indexed again.
 */
const readingVersion = 1

/** Returns the SHA-256 of a text. White space and the Unicode form of accents do not count. */
export function hashText(text: string): Buffer {
  const plain = text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  return createHash('sha256').update(`${readingVersion}\n${plain}`).digest()
}

const shingleWords = 3

/**
 * Returns Charikar's simhash of a text. Each of the 64 bits is the majority of that bit in the hashes of all runs of
 * three words. Texts that share nearly all runs differ in few bits.
 */
export function simhashOf(text: string): bigint {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const votes = new Int32Array(64)
  const runs = Math.max(1, words.length - shingleWords + 1)
  for (let start = 0; start < runs; start++) {
    const run = words.slice(start, start + shingleWords).join(' ')
    vote(votes, 0, hash32(run, 0x811c9dc5))
    vote(votes, 32, hash32(run, 0x9747b28c))
  }
  let hash = 0n
  votes.forEach((sum, bit) => {
    if (sum > 0) hash |= 1n << BigInt(bit)
  })
  return BigInt.asIntN(64, hash)
}

function vote(votes: Int32Array, from: number, hash: number): void {
  for (let bit = 0; bit < 32; bit++) votes[from + bit]! += (hash >>> bit) & 1 ? 1 : -1
}

/**
 * Hashes by FNV-1a over UTF-16 units with the finalizer of MurmurHash3. Without it, the high bits of similar texts are
 * alike.
 */
function hash32(text: string, seed: number): number {
  let hash = seed
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
