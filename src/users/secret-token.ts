import { createHash, randomBytes, randomInt } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const userTokenForm = /^svc_user_[0-9A-Za-z]{32}$/
const secretForm = /^[\w-]{43}$/

/** Returns the secret of a session or link: 32 random bytes in base64url. */
export function generateSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns whether the text has the form of such a secret. Other texts are refused without a query. */
export function isSecretForm(text: string): boolean {
  return secretForm.test(text)
}

/**
 * Returns the secret with the cell that it is good in behind it, by which any other cell finds that one. Where there is
 * one cell, it stays as it is.
 */
export function nameCell(secret: string, cell: string | null): string {
  return cell === null ? secret : `${secret}.${cell}`
}

/** Splits what `nameCell` returned. The cell is null where none is named. */
export function splitCell(text: string): { secret: string; cell: string | null } {
  const [, secret = text, cell = null] = /^(.*)\.([a-z][a-z0-9-]{0,39})$/.exec(text) ?? []
  return { secret, cell }
}

/** Returns a personal token: `svc_user_` and 32 random characters out of 62, which is 190 bits. */
export function generateUserToken(): string {
  let token = 'svc_user_'
  for (let index = 0; index < 32; index++) token += alphabet[randomInt(alphabet.length)]
  return token
}

/** Returns whether the text has a personal token's form. */
export function isUserTokenForm(text: string): boolean {
  return userTokenForm.test(text)
}

/** Returns the part of a personal token that is shown to people: `svc_user_` and the next four characters. */
export function prefixOfUserToken(token: string): string {
  return token.slice(0, 13)
}

/** Returns the hash that is stored. A fast one is enough, because nobody can guess that many random bits. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
