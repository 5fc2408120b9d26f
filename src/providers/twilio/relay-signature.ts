import { verifySignature } from './signature.ts'

/**
 * Returns whether the handshake of a ConversationRelay websocket comes from Twilio. The signature covers the `wss://`
 * address without parameters. https://www.twilio.com/docs/voice/conversationrelay/onboarding#configure-websocket-server
 *
 * Twilio may sign the address with a slash at its end or with its standard port, neither of which `verifySignature`
 * tries for this scheme. The signature has no time in it: a repeated handshake is as genuine as the first, so the
 * address must be good for one session only. Never throws.
 *
 * @param signature the header `X-Twilio-Signature`; undefined if the request has none.
 * @param url the full public address that the document named, `wss://` or, for a service without TLS, `ws://`.
 */
export function verifyRelaySignature({
  authToken,
  signature,
  url,
}: {
  authToken: string
  signature: string | undefined
  url: string
}): boolean {
  return signedForms(url).some((form) => verifySignature({ authToken, signature, url: form, body: '' }))
}

/**
 * Returns the address as it may have been signed: with and without the last slash, with and without the standard port.
 */
function signedForms(url: string): string[] {
  const [, scheme, host, port = '', path] =
    /^(wss?):\/\/([^/:?#\s]+|\[[^\]\s]+\])(:\d+)?(\/[^?#\s]*)?$/.exec(url) ?? []
  if (scheme === undefined || host === undefined) return []
  const standardPort = scheme === 'wss' ? ':443' : ':80'
  const ports = port === '' || port === standardPort ? ['', standardPort] : [port]
  const bare = (path ?? '').replace(/\/$/, '')
  return ports.flatMap((each) => [bare, `${bare}/`].map((end) => `${scheme}://${host}${each}${end}`))
}
