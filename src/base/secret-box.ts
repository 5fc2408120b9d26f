import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** Encrypts what providers trust us with, before it is stored. */
export interface SecretBox {
  /** Format byte 1, nonce (12 bytes), tag (16 bytes), ciphertext. */
  seal(plain: string): Buffer
  /** @throws when the bytes were sealed with another key or were changed. */
  open(sealed: Buffer): string
  /**
   * The same 32 bytes for the same text, which tell nothing of it without the key: what a secret that somebody presents
   * is looked up by, where sealing twice gives different bytes.
   */
  digest(plain: string): Buffer
}

/** AES-256-GCM under `SECRET_KEY`, a fresh nonce for each secret. */
export function createSecretBox(key: Buffer): SecretBox {
  // A key of its own, so that one key never serves two ciphers.
  const digestKey = createHmac('sha256', key).update('digests of secrets').digest()
  return {
    digest: (plain) => createHmac('sha256', digestKey).update(plain, 'utf8').digest(),
    seal(plain) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), body])
    },
    open(sealed) {
      if (sealed[0] !== 1 || sealed.length < 29) throw new Error('a stored secret has an unknown form')
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13))
      decipher.setAuthTag(sealed.subarray(13, 29))
      try {
        return decipher.update(sealed.subarray(29), undefined, 'utf8') + decipher.final('utf8')
      } catch (cause) {
        throw new Error('a stored secret does not open: SECRET_KEY is not the one that it was stored with', {
          cause,
        })
      }
    },
  }
}
