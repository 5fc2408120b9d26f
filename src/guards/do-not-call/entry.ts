import type { SecretBox } from '../../base/secret-box.ts'

/**
 * Where an entry of the do-not-call list came from: the person's words or keys on a call, their STOP in WhatsApp, or
 * somebody's request, page, command or file.
 */
export const doNotCallSources = ['voice', 'keys', 'whatsapp', 'api', 'dashboard', 'cli', 'import'] as const
export type DoNotCallSource = (typeof doNotCallSources)[number]

/** The most numbers of one request, and of one transaction. */
export const numbersMax = 10_000

/** The longest reason, in characters. */
export const whyCharactersMax = 1_000

/** The two forms in which the list may have a number. Every look-up asks for both. */
export interface NumberForms {
  /** E.164. */
  number: string
  /** What is left of an entry once its person was erased. */
  number_hash: Buffer
}

/**
 * Returns both forms of a number. The hash is an HMAC with a key that `SECRET_KEY` gives each organization: without it
 * nobody can find the number by trying all of them, and two organizations have different hashes of one number.
 *
 * @param number E.164.
 */
export function formsOf(secretBox: SecretBox, organizationId: string, number: string): NumberForms {
  return { number, number_hash: secretBox.digest(`do-not-call ${organizationId} ${number}`) }
}
