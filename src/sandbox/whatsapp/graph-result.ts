import { preventsEffect } from '../network/faults.ts'
import type { AnswerFault } from '../network/faults.ts'
import { jsonAnswer } from '../network/http-server.ts'
import type { Answer } from '../network/http-server.ts'
import { graphRefusal } from './errors.ts'

/** The result of a Graph API request. */
export type GraphResult = {
  answer: Answer
  fault: AnswerFault | null
  messageId: string | null
  code: number | null
}

/** Returns a successful answer, or the answer that the fault replaces it with. */
export function graphAnswer(
  value: object,
  fault: AnswerFault | null,
  messageId: string | null = null,
): GraphResult {
  if (fault?.kind === 'status' || fault?.kind === 'answer') return { ...faultyAnswer(fault), messageId }
  return { answer: jsonAnswer(200, value), fault, messageId, code: null }
}

/** Returns a refusal with one of Meta's codes. */
export function graphRefused(code: number, details?: string, fault: AnswerFault | null = null): GraphResult {
  const { status, body } = graphRefusal(code, details)
  return { answer: jsonAnswer(status, body), fault, messageId: null, code }
}

/** Runs an operation, unless the fault prevents it. */
export function readUnless(fault: AnswerFault | null, read: () => GraphResult): GraphResult {
  return fault !== null && preventsEffect(fault) ? faultyAnswer(fault) : read()
}

/** Returns the answer of a request without effect: the fault's own, or a 503, which the fault may cut or withhold. */
export function faultyAnswer(fault: AnswerFault): GraphResult {
  if (fault.kind === 'answer') {
    const { status, headers, body, encoding, repeat } = fault
    const answer = { status, headers, body: Buffer.from(body, encoding), repeat }
    return { answer, fault, messageId: null, code: null }
  }
  const status = fault.kind === 'status' ? fault.status : 503
  const code = (fault.kind === 'status' ? fault.code : null) ?? codeOfStatus(status)
  const pause = fault.kind === 'status' ? fault.retry_after_seconds : null
  const headers: Record<string, string> = pause === null ? {} : { 'retry-after': String(pause) }
  const { body } = graphRefusal(code)
  return { answer: jsonAnswer(status, body, headers), fault, messageId: null, code }
}

function codeOfStatus(status: number): number {
  switch (status) {
    case 401:
      return 190
    case 403:
      return 10
    case 429:
      return 130429
    case 503:
      return 2
    default:
      return status >= 500 ? 131000 : 1
  }
}
