import type { SecretBox } from '../../base/secret-box.ts'

/** A sealed token; null where it was sealed under another key, and is to be declared again. */
export function openToken(secretBox: SecretBox, sealed: Buffer): string | null {
  try {
    return secretBox.open(sealed)
  } catch {
    return null
  }
}
