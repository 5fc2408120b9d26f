import { createHmac, randomBytes } from 'node:crypto'

/** How a secret begins; base64 of its bytes follows. Standard Webhooks 1.0.0, "Signature scheme". */
export const webhookSecretPrefix = 'whsec_'
const webhookSecretBytesMin = 24
const webhookSecretBytesMax = 64

export interface SignedMessage {
  /** Stays the same when the message is sent again. */
  id: string
  /** When it is sent, in seconds since 1970. */
  timestamp: number
  /** As sent, byte for byte. */
  body: string
}

/** Returns a new secret of 32 random bytes, as text. */
export function newWebhookSecret(): string {
  return webhookSecretPrefix + randomBytes(32).toString('base64')
}

/**
 * Returns the bytes of a secret such as `whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw`; null if it is none, or of a wrong
 * length.
 */
export function readWebhookSecret(secret: string): Buffer | null {
  if (!secret.startsWith(webhookSecretPrefix)) return null
  const text = secret.slice(webhookSecretPrefix.length)
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length < webhookSecretBytesMin || bytes.length > webhookSecretBytesMax) return null
  // Node skips what is no base64, so only a text that comes back as it was is one.
  return bytes.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '') ? bytes : null
}

/**
 * Signs a message by Standard Webhooks 1.0.0: HMAC-SHA256 over `id.timestamp.body`.
 *
 * @param secrets from `readWebhookSecret`, the newest first; a receiver accepts any of them.
 * @returns the headers of the request.
 */
export function signWebhook(
  secrets: readonly Buffer[],
  { id, timestamp, body }: SignedMessage,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const signatures = secrets.map((secret) => {
    const digest = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
    return `v1,${digest}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': `${timestamp}`, 'webhook-signature': signatures.join(' ') }
}
