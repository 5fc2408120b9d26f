import { createHmac, timingSafeEqual } from 'node:crypto'

const headerForm = /^sha256=([0-9a-f]{64})$/i

/** Returns whether a header has the form of a signature. Callers check this before they read the body. */
export function isSignatureForm(header: string | undefined): boolean {
  return headerForm.test(header ?? '')
}

/**
 * Returns whether a request comes from Meta. Meta: "Webhooks, Getting started", "Validating payloads".
 *
 * The signature protects the body, but not the address, and not against replays. The comparison takes constant time.
 * Never throws.
 *
 * @param rawBody the bytes as received. Meta escapes more than JSON requires, so a re-serialized body has another
 * signature.
 * @param header `X-Hub-Signature-256`; undefined if the request has none.
 */
export function verifySignature(rawBody: Buffer, header: string | undefined, appSecret: string): boolean {
  const hex = headerForm.exec(header ?? '')?.[1]
  // Anybody could sign with an empty key.
  if (hex === undefined || appSecret === '') return false
  const expected = createHmac('sha256', appSecret).update(rawBody).digest()
  return timingSafeEqual(expected, Buffer.from(hex, 'hex'))
}
