import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** Encrypts secrets of providers before they are stored. */
export interface SecretBox {
  /** Encrypts. Format: byte 1, nonce (12 bytes), tag (16 bytes), ciphertext. */
  seal(plain: string): Buffer
  /**
   * Decrypts.
   *
   * @throws when the bytes were sealed with another key or were changed.
   */
  open(sealed: Buffer): string
  /**
   * Returns the same 32 bytes for the same text; without the key they reveal nothing about it. A secret in a request is
   * looked up by its digest, because sealing the same text twice gives different bytes.
   */
  digest(plain: string): Buffer
}

/** Uses AES-256-GCM with `SECRET_KEY` and a fresh nonce for each secret. */
export function createSecretBox(key: Buffer): SecretBox {
  // A derived key, so that no key is used for two algorithms.
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
      if (sealed[0] !== 1 || sealed.length < 29) throw new Error('a stored secret has an unknown format')
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13))
      decipher.setAuthTag(sealed.subarray(13, 29))
      try {
        return decipher.update(sealed.subarray(29), undefined, 'utf8') + decipher.final('utf8')
      } catch (cause) {
        throw new Error(
          'a stored secret can not be decrypted: SECRET_KEY is not the one that it was stored with',
          {
            cause,
          },
        )
      }
    },
  }
}
