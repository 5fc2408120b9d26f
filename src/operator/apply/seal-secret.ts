import assert from 'node:assert/strict'
import type { SecretBox } from '../../base/secret-box.ts'

/**
 * Returns what to store of a secret. These are the stored bytes if the declaration leaves the secret out or has the
 * same: encrypting it again would give different bytes, and look like a change.
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

/**
 * Seals a secret that a record may lack, as `sealSecret` does. Returns null if it is neither declared nor stored, or
 * declared as null.
 */
export function sealSecretIfAny(
  secretBox: SecretBox,
  declared: string | null | undefined,
  stored: Buffer | undefined,
): Buffer | null {
  if (declared === null) return null
  return declared === undefined && stored === undefined ? null : sealSecret(secretBox, declared, stored)
}

function opensAs(secretBox: SecretBox, stored: Buffer, plain: string): boolean {
  try {
    return secretBox.open(stored) === plain
  } catch {
    // It was encrypted with another SECRET_KEY. Operators repair that by declaring the secret again.
    return false
  }
}
