import type { z } from 'zod'
import { isE164 } from '../network/e164.ts'
import { userIdIn } from './graph-values.ts'
import { envelopeNames, envelopeShape, messageShapes } from './message-shapes.ts'

/** A message whose format is valid. */
export type CheckedMessage = {
  /** E.164; or a user id, from `recipient` or from `to`. */
  readonly to: string
  readonly type: string
  /** The member with the name of the type. */
  readonly content: unknown
  readonly callbackData: string | null
}

/** One of Meta's error codes with the details of the error. */
export type Refused = { kind: 'refused'; code: number; details: string }

/** Checks the format of a request for a message, as Meta does first: names, presence, lengths and values. */
export function checkMessage(body: unknown): { kind: 'message'; message: CheckedMessage } | Refused {
  const envelope = envelopeShape.safeParse(body)
  if (!envelope.success) return refusalOf(envelope.error, body, [])
  const { type, context, biz_opaque_callback_data } = envelope.data
  const shape = messageShapes[type]
  if (shape === undefined) return { kind: 'refused', code: 100, details: `type must be one of ${types}` }
  const stray = Object.keys(envelope.data).find((name) => name !== type && !envelopeNames.has(name))
  if (stray !== undefined) return { kind: 'refused', code: 100, details: `Unexpected key ${stray}` }
  if (type === 'reaction' && context !== undefined)
    return { kind: 'refused', code: 100, details: 'A reaction takes no context' }
  const number = addressOf(envelope.data)
  if (number === null) {
    const details = 'to must be a plus sign and E.164 digits, recipient a business-scoped id'
    return { kind: 'refused', code: 131009, details }
  }
  const content = shape.safeParse(envelope.data[type])
  if (!content.success) return refusalOf(content.error, envelope.data[type], [type])
  const message = { to: number, type, content: content.data, callbackData: biz_opaque_callback_data ?? null }
  return { kind: 'message', message }
}

const types = Object.keys(messageShapes).join(', ')

/** Returns the recipient's number or user id. `to` takes precedence over `recipient`. */
export function addressOf({ to, recipient }: { to?: unknown; recipient?: unknown }): string | null {
  return to === undefined ? userIdIn(recipient) : (userIdIn(to) ?? recipientOf(to))
}

/** Returns the number in E.164, or null. Meta ignores spaces, hyphens, periods and parentheses. */
export function recipientOf(to: unknown): string | null {
  if (typeof to !== 'string') return null
  const number = to.replaceAll(/[\s().-]/g, '')
  return isE164(number) ? number : null
}

/** Returns the first fault with Meta's code: 131008 for a missing member, 100 if unknown or too long, else 131009. */
function refusalOf(error: z.ZodError, input: unknown, under: readonly string[]): Refused {
  const issue = error.issues[0]!
  const path = [...under, ...issue.path].join('.')
  const details = `${path === '' ? 'body' : path}: ${issue.message}`
  return { kind: 'refused', code: codeOf(issue, input), details }
}

function codeOf(issue: z.core.$ZodIssue, input: unknown): number {
  if (issue.code === 'unrecognized_keys') return 100
  if (issue.code === 'too_big' && issue.origin === 'string') return 100
  const missing =
    issue.code === 'custom' ? issue.params?.['missing'] === true : valueAt(input, issue.path) === undefined
  return missing ? 131008 : 131009
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<PropertyKey, unknown>)[name]
  }
  return value
}
