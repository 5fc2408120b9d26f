import { createHash } from 'node:crypto'

/** What a URL is found by: SHA-256, since an index takes no long texts. */
export function urlKey(url: string): Buffer {
  return createHash('sha256').update(url).digest()
}
