import type { SendRequest } from './send-body.ts'

/**
 * Returns the request with the numbers of `data` as the body's text writes them: JSON.parse turns 19.90 into 19.9
 * (Rule 53). A number with an exponent stays a number, which is sent in digits. The text is parsed a second time, so
 * the body must have passed its checks.
 */
export function withNumbersAsWritten(request: SendRequest, bodyText: string | null): SendRequest {
  if (request.kind !== 'template' || bodyText === null) return request
  const numbers = Object.entries(request.data).flatMap(([name, value]) =>
    typeof value === 'number' ? [{ name, value }] : [],
  )
  if (numbers.length === 0) return request
  const written = JSON.parse(bodyText, sourceOfNumber) as { data: Record<string, string> }
  const others = numbers.flatMap(({ name, value }) => {
    const text = written.data[name]!
    return text === String(value) || /e/i.test(text) ? [] : [[name, text] as const]
  })
  return { ...request, data: { ...request.data, ...Object.fromEntries(others) } }
}

function sourceOfNumber(_key: string, value: unknown, context?: { source: string }): unknown {
  return typeof value === 'number' ? context!.source : value
}
