import type { TransferStatus } from '../../workflows/workflow-turn.ts'

/** Returns how a transfer ended, from Twilio's `DialCallStatus`. */
export function transferStatus(status: string): TransferStatus {
  switch (status) {
    case 'completed':
    case 'answered':
      return 'completed'
    case 'busy':
      return 'busy'
    case 'no-answer':
      return 'no_answer'
    default:
      return 'failed'
  }
}
