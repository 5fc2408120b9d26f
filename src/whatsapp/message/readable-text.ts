/** What a person reads of a message that we send; null where that is no text, as of a place or a product. */
export function readableText(providerMessage: Readonly<Record<string, unknown>>): string | null {
  const type = providerMessage['type']
  const content = typeof type === 'string' ? record(providerMessage[type]) : {}
  const text = content['body'] ?? content['caption'] ?? content['emoji']
  if (typeof text === 'string') return text
  const body = record(text)['text']
  return typeof body === 'string' ? body : null
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
