import { z } from 'zod'
import { fieldOf, parseForm } from './form.ts'
import { jsonAnswer } from './http-server.ts'
import type { Answer, Incoming } from './http-server.ts'

/**
 * Parses the JSON body of a control request and calls `act` with it. Returns 201 with the result of `act`, or with the
 * parsed body if there is none. A `RangeError` from `act` (a limit is reached) gives 409.
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

/** Returns the answer to a malformed control request. */
export function malformed(message: string): Answer {
  return jsonAnswer(400, { message })
}

/**
 * Returns a whole number from the query. Returns `otherwise` if the parameter is absent, and `most` if the number is
 * larger. Returns null for anything else than a whole number, and for a number below `least`.
 */
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
