import { createHmac, timingSafeEqual } from 'node:crypto'

const headerForm = /^sha256=([0-9a-f]{64})$/i

/** Whether a header can be a signature at all, which is told before the body is read. */
export function isSignatureForm(header: string | undefined): boolean {
  return headerForm.test(header ?? '')
}

/**
 * Whether a request comes from Meta. Meta: "Webhooks, Getting started", "Validating payloads".
 *
 * The signature protects the body alone, neither the address nor against repetition. The comparison takes the same time
 * wherever the two differ. Never throws.
 *
 * @param rawBody as it was received: Meta escapes what JSON needn't, so that a body written anew has another signature.
 * @param header `X-Hub-Signature-256`; undefined where the request has none.
 */
export function verifySignature(rawBody: Buffer, header: string | undefined, appSecret: string): boolean {
  const hex = headerForm.exec(header ?? '')?.[1]
  // An empty key would let anybody sign.
  if (hex === undefined || appSecret === '') return false
  const expected = createHmac('sha256', appSecret).update(rawBody).digest()
  return timingSafeEqual(expected, Buffer.from(hex, 'hex'))
}
