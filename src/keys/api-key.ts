import { createHash, randomInt } from 'node:crypto'

/** What a key allows besides reading. Events have a scope, because a project keeps them once a key has it. */
export const scopes = [
  'calls:create',
  'whatsapp:create',
  'agents:chat',
  'agents:manage',
  'profiles:manage',
  'profiles:erase',
  'webhooks:manage',
  'suppressions:manage',
  'audit:read',
  'events:read',
] as const

/** The scopes with which a key reaches more of its organization than the reads that every key has. */
export const organizationScopes: readonly string[] = [
  'suppressions:manage',
  'audit:read',
] satisfies readonly (typeof scopes)[number][]

const keyForm = /^svc_live_[0-9A-Za-z]{32}$/
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns a new key: `svc_live_` and 32 random characters out of 62, which is 190 bits. */
export function generateApiKey(): string {
  let key = 'svc_live_'
  for (let index = 0; index < 32; index++) key += alphabet[randomInt(alphabet.length)]
  return key
}

/** Returns whether the text has a key's form. Other texts are refused without a query. */
export function isApiKeyForm(text: string): boolean {
  return keyForm.test(text)
}

/**
 * Returns the hash of a key. Only this and the prefix are stored (Promise 43). A fast hash is enough, because nobody
 * can guess 190 random bits, and a slow one would cost time in every request.
 */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** Returns the part of a key that is shown to people: `svc_live_` and the next four characters. */
export function prefixOfApiKey(key: string): string {
  return key.slice(0, 13)
}
