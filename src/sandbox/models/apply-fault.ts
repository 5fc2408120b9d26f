import type { AnswerFault } from '../network/faults.ts'
import type { Answer } from '../network/http-server.ts'
import type { ModelOperation } from './protocol/asked.ts'
import { errorAnswer } from './write-answer.ts'

/** Returns the answer that an armed fault leaves, and the fault, which the server applies to how it is sent. */
export function changeAnswer(
  answer: Answer,
  fault: AnswerFault | null,
  operation: ModelOperation,
): { answer: Answer; fault: AnswerFault | null } {
  switch (fault?.kind) {
    case 'status': {
      const { status, code, retry_after_seconds } = fault
      const message = 'An armed fault'
      const given = { status, code: code === null ? null : String(code), message }
      return { answer: errorAnswer(operation, { ...given, retryAfterSeconds: retry_after_seconds }), fault }
    }
    case 'answer': {
      const body = Buffer.from(fault.body, fault.encoding)
      return { answer: { status: fault.status, headers: fault.headers, body, repeat: fault.repeat }, fault }
    }
    case 'drop':
    case 'stall':
    case 'drip':
    case 'delay':
    case 'omit':
    case undefined:
      return { answer, fault }
  }
}
