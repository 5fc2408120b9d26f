import { checkKeys, checkLostCalls, checkRefused, checkSettled } from './check-calls.ts'
import { checkDials, checkRate, checkRetries } from './check-dials.ts'
import { checkHours, checkScheduledFor } from './check-hours.ts'
import { checkNumberOrder, checkNumbers, checkSlots, checkSlotsAtRest } from './check-queues.ts'
import { checkReserved } from './check-reserved.ts'
import type { Evidence, Finding } from './evidence.ts'
import { checkHolds } from './holds.ts'
import { checkListed } from './listed.ts'

/** All checks of a run under faults. */
export function checkAll(evidence: Evidence): Finding[] {
  return [
    checkLostCalls(evidence),
    checkSettled(evidence),
    checkRefused(evidence),
    checkKeys(evidence),
    checkDials(evidence),
    checkRetries(evidence),
    checkSlots(evidence),
    checkSlotsAtRest(evidence),
    checkNumbers(evidence),
    checkNumberOrder(evidence),
    checkHours(evidence),
    checkScheduledFor(evidence),
    checkHolds(evidence),
    checkListed(evidence),
    checkReserved(evidence),
    checkRate(evidence),
  ]
}
