import { z } from 'zod'
import { fieldOf, parseForm } from './form.ts'
import { jsonAnswer } from './http-server.ts'
import type { Answer, Incoming } from './http-server.ts'

/**
 * Reads the JSON body of a control request, acts on it, and answers 201 with what `act` returns, or with the body as it
 * was understood when that is nothing. A `RangeError` of `act` (some bound is reached) is 409.
 */
export function takeJson<T>(request: Incoming, shape: z.ZodType<T>, act: (value: T) => unknown): Answer {
  if (request.contentType !== 'application/json') {
    return jsonAnswer(415, { message: 'Send the body as application/json' })
  }
  let json: unknown
  try {
    json = JSON.parse(request.body.toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return malformed('The body is not JSON')
    throw error
  }
  const read = shape.safeParse(json)
  if (!read.success) return malformed(z.prettifyError(read.error))
  try {
    return jsonAnswer(201, act(read.data) ?? read.data)
  } catch (error) {
    if (error instanceof RangeError) return jsonAnswer(409, { message: error.message })
    throw error
  }
}

/** What a malformed control request is answered with. */
export function malformed(message: string): Answer {
  return jsonAnswer(400, { message })
}

/** A whole number of the query: `otherwise` when absent, cut to `most`, null when it is no number from `least` on. */
export function wholeOf(
  query: string,
  name: string,
  otherwise: number,
  least: number,
  most: number,
): number | null {
  const text = fieldOf(parseForm(query), name)
  if (text === null) return otherwise
  return /^\d{1,15}$/.test(text) && Number(text) >= least ? Math.min(most, Number(text)) : null
}
