/**
 * How many seconds the longest of the test files that share processes take on two cores. They are spread over the processes
 * by it, and the processes that take longest begin first: otherwise the last one is waited for alone.
 */
const longFiles: Record<string, number> = {
  'test/dashboard/configure.test.ts': 74,
  'test/dashboard/screens.test.ts': 60,
  'test/dashboard/messages.test.ts': 57,
  'test/dashboard/agents.test.ts': 53,
  'test/dashboard/people.test.ts': 48,
  'test/dashboard/knowledge.test.ts': 40,
  'test/dashboard/webhooks.test.ts': 40,
  'test/dashboard/operate.test.ts': 35,
  'test/dashboard/whatsapp.test.ts': 34,
  'test/dashboard/inbox.test.ts': 27,
  'test/dashboard/live.test.ts': 26,
  'test/dashboard/reasons.test.ts': 26,
  'test/dashboard/database-killed.test.ts': 25,
  'test/dashboard/workflow-outline.test.ts': 25,
  'test/dashboard/keyboard.test.ts': 19,
  'test/dashboard/do-not-call.test.ts': 18,
  'test/dashboard/first-paint.test.ts': 17,
  'test/dashboard/languages.test.ts': 16,
  'test/dashboard/call-file.test.ts': 12,
  'test/dashboard/reference.test.ts': 10,
  'test/dashboard/analytics.test.ts': 9,
  'test/dashboard/second-factor.test.ts': 8,
  'test/management-access.test.ts': 31,
  'test/callee-plans.test.ts': 29,
  'test/webhooks/killed.test.ts': 24,
  'test/replicas.test.ts': 20,
  'src/operator/configured/export-declaration.test.ts': 18,
  'test/idle.test.ts': 16,
  'src/keys/limits/request-limits.test.ts': 15,
  'test/crash-safety.test.ts': 15,
  'test/screen-plans.test.ts': 15,
  'test/webhooks/delivery.test.ts': 14,
  'src/whatsapp/templates/sync-templates.test.ts': 14,
  'test/dialler.test.ts': 13,
  'src/people/merge/separate-people.test.ts': 13,
  'src/db/database.test.ts': 13,
  'src/db/failover.test.ts': 12,
  'src/calls/cancel/cancel-call.test.ts': 13,
  'test/silent-name-servers.test.ts': 12,
  'test/callee-hours.test.ts': 12,
  'src/cli/serve.test.ts': 12,
  'src/cli/do-not-call.test.ts': 12,
  'src/webhooks/api/resend-webhook-deliveries.test.ts': 12,
  'test/events-of-facts.test.ts': 11,
  'test/whatsapp-models/quota.test.ts': 11,
  'test/call-reservations.test.ts': 11,
  'test/stopping.test.ts': 11,
  'src/sources/manage/manage-sources.test.ts': 11,
  'test/call-guards.test.ts': 11,
  'src/calls/inbound/inbound-agent.test.ts': 10,
  'test/paused-campaigns.test.ts': 10,
  'src/whatsapp/api/send-message.test.ts': 10,
  'src/whatsapp/agents/unsent-answers.test.ts': 10,
  'src/whatsapp/agents/answer-chat.test.ts': 9,
  'test/cells/move.test.ts': 10,
  'test/dialler-refused-number.test.ts': 9,
  'test/list-plans.test.ts': 9,
  'src/cli/whatsapp-commands.test.ts': 9,
  'test/lost-edits.test.ts': 9,
  'src/whatsapp/people/people-without-numbers.test.ts': 9,
  'src/calls/relay/agent-in-workflow.test.ts': 9,
  'test/whatsapp-models/keys.test.ts': 8,
  'src/calls/api/create-call.test.ts': 8,
  'src/calls/batches/call-batches.test.ts': 8,
  'src/people/api/separate-profile.test.ts': 8,
  'src/operator/import/long-file.test.ts': 8,
  'src/operator/apply/faults.test.ts': 8,
}

/** What the others take on average. */
const usualSeconds = 1.5

/** The paths of the files whose time is known. */
export const timedFiles = Object.keys(longFiles)

/** Returns how many seconds a test file takes, by its path from the root of the project. */
export function secondsOf(file: string): number {
  return longFiles[file] ?? usualSeconds
}
