import { preventsEffect } from '../network/faults.ts'
import type { AnswerFault } from '../network/faults.ts'
import { jsonAnswer } from '../network/http-server.ts'
import type { Answer } from '../network/http-server.ts'
import { graphRefusal } from './errors.ts'

/** What a Graph request led to. */
export type GraphResult = {
  answer: Answer
  fault: AnswerFault | null
  messageId: string | null
  code: number | null
}

/** The answer as it would be, or another in its place when the fault says so. */
export function graphAnswer(
  value: object,
  fault: AnswerFault | null,
  messageId: string | null = null,
): GraphResult {
  if (fault?.kind === 'status' || fault?.kind === 'answer') return { ...faultyAnswer(fault), messageId }
  return { answer: jsonAnswer(200, value), fault, messageId, code: null }
}

/** A refusal with one of Meta's codes. */
export function graphRefused(code: number, details?: string, fault: AnswerFault | null = null): GraphResult {
  const { status, body } = graphRefusal(code, details)
  return { answer: jsonAnswer(status, body), fault, messageId: null, code }
}

/** Runs an operation without an effect of its own, unless the fault keeps it from being run. */
export function readUnless(fault: AnswerFault | null, read: () => GraphResult): GraphResult {
  return fault !== null && preventsEffect(fault) ? faultyAnswer(fault) : read()
}

/** What is answered when nothing is done: what the fault says, or a 503 for it to cut or hold back. */
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
