import { createHash } from 'node:crypto'

/** Returns the key by which a URL is found: its SHA-256, because index entries must be short. */
export function urlKey(url: string): Buffer {
  return createHash('sha256').update(url).digest()
}
