import type { Finding } from '../evidence.ts'
import { checkConflicts, checkReplays, checkUnexpected } from './check-answers.ts'
import { checkBalance, checkQuotaCommits, checkQuotaRefusals, checkReservations } from './check-quota.ts'
import { checkAskedAgain, checkPermission, checkSendsPerKey, checkAnswers } from './check-sends.ts'
import { checkPeople, checkSettled, checkStatuses, checkWebhooks } from './check-webhooks.ts'
import type { Evidence } from './evidence.ts'

/** All checks of a run under faults. */
export function checkAll(evidence: Evidence): Finding[] {
  return [
    checkSendsPerKey(evidence),
    checkAskedAgain(evidence),
    checkAnswers(evidence),
    checkReplays(evidence),
    checkConflicts(evidence),
    checkPermission(evidence),
    checkQuotaCommits(evidence),
    checkReservations(evidence),
    checkBalance(evidence),
    checkQuotaRefusals(evidence),
    checkSettled(evidence),
    checkStatuses(evidence),
    checkWebhooks(evidence),
    checkPeople(evidence),
    checkUnexpected(evidence),
  ]
}
