import type { SecretBox } from '../../base/secret-box.ts'
import { readWebhookSecret } from '../../base/sign-webhook.ts'

/** Returns the bytes of a stored secret; null if it was stored with another SECRET_KEY. */
export function openSecret(secretBox: SecretBox, sealed: Buffer): Buffer | null {
  try {
    return readWebhookSecret(secretBox.open(sealed))
  } catch {
    return null
  }
}
