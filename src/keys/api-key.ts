import { createHash, randomInt } from 'node:crypto'

/** What a key may do beyond reading. */
export const scopes = ['calls:create', 'whatsapp:create'] as const
export type Scope = (typeof scopes)[number]

const keyForm = /^svc_live_[0-9A-Za-z]{32}$/
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A new key: `svc_live_` and 32 characters drawn evenly from 62, which is 190 bits. */
export function generateApiKey(): string {
  let key = 'svc_live_'
  for (let index = 0; index < 32; index++) key += alphabet[randomInt(alphabet.length)]
  return key
}

/** Whether the text has a key's form; what has not is refused without asking the database. */
export function isApiKeyForm(text: string): boolean {
  return keyForm.test(text)
}

/**
 * What is stored of a key, beside its prefix (Promise 43). A fast hash is enough: nobody searches 190 random bits, and
 * a slow one would be paid on every request.
 */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** What people recognise a key by: `svc_live_` and its first four characters. */
export function prefixOfApiKey(key: string): string {
  return key.slice(0, 13)
}
