import assert from 'node:assert/strict'
import type { SecretBox } from '../../base/secret-box.ts'

/**
 * What to store of a secret: the stored bytes where the declaration leaves it out or says the same, since sealing twice
 * gives different bytes and would look like a change.
 */
export function sealSecret(
  secretBox: SecretBox,
  declared: string | undefined,
  stored: Buffer | undefined,
): Buffer {
  if (declared === undefined) {
    assert(stored, 'a secret that is neither declared nor stored is refused before')
    return stored
  }
  return stored !== undefined && opensAs(secretBox, stored, declared) ? stored : secretBox.seal(declared)
}

function opensAs(secretBox: SecretBox, stored: Buffer, plain: string): boolean {
  try {
    return secretBox.open(stored) === plain
  } catch {
    // Sealed with another SECRET_KEY: declaring the secret again is how an operator mends that.
    return false
  }
}
