import { createHash } from 'node:crypto'

/** Returns the key of a URL: its SHA-256, since an index entry can't hold a long text. */
export function urlKey(url: string): Buffer {
  return createHash('sha256').update(url).digest()
}
