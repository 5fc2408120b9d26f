import type { Attempt } from '../queries.ts'

const prefix = '/webhooks/voice/twilio'

/** Route patterns of the carrier's callbacks; the tenant stands in the address, so that every look-up names it. */
export const callbackRoutes = {
  status: `${prefix}/:organization_id/:attempt_id/status`,
  machineDetection: `${prefix}/:organization_id/:attempt_id/machine-detection`,
  instructions: `${prefix}/:organization_id/:attempt_id/instructions`,
  turn: `${prefix}/:organization_id/:attempt_id/instructions/:turn`,
} as const

/** The addresses that the carrier is given for a dial; the attempt's id in them is how it is recognised. */
export function callbackAddresses(publicUrl: string, attempt: Pick<Attempt, 'organization_id' | '_id'>) {
  const base = `${publicUrl}${prefix}/${attempt.organization_id}/${attempt._id}`
  return {
    status: `${base}/status`,
    machineDetection: `${base}/machine-detection`,
    instructions: `${base}/instructions`,
    /** Where the carrier goes on after the answer that was the `turn`-th; turns count from 1. */
    turn: (turn: number) => `${base}/instructions/${turn}`,
  }
}
