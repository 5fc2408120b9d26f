import type { PlantedBug } from '../planted-bugs.ts'

const args = ['--only', 'whatsapp']

/** The bugs for the part about messages. */
export const plantedWhatsappBugs: readonly PlantedBug[] = [
  {
    name: 'a quota that is read, then written',
    edits: [
      {
        file: 'src/whatsapp/send/send-queries.ts',
        find: `const [, reserved] = await Promise.all([
    lockQuota(`,
        replace: `const [seen = { reserved: 0, used: 0 }] = await transaction.query(sql\`
    select reserved, reserved + consumed as used from whatsapp_quotas where organization_id = \${organizationId}\`)
  const [, reserved] = await Promise.all([
    lockQuota(`,
      },
      {
        file: 'src/whatsapp/send/send-queries.ts',
        find: 'set reserved = q.reserved + 1',
        replace: 'set reserved = ${seen.reserved}::bigint + 1',
      },
      {
        file: 'src/whatsapp/send/send-queries.ts',
        find: 'and q.reserved + q.consumed < (',
        replace: 'and ${seen.used}::bigint < (',
      },
    ],
    expects: ['reserved and consumed, by the plan', 'balance at rest'],
    args,
  },
  {
    name: 'a key that is kept after the send',
    edits: [
      {
        file: 'src/whatsapp/send/decide-send.ts',
        find: 'takeKey(transaction, key, messageId, now)',
        replace: 'true',
      },
      {
        file: 'src/whatsapp/send/answer-send.ts',
        find: 'import { selectEarlierUse } from',
        replace: 'import { selectEarlierUse, takeKey } from',
      },
      {
        file: 'src/whatsapp/send/answer-send.ts',
        find: 'const settled = await settleMessage(',
        replace: `await takeKey(transaction, key, messageId, now)
    const settled = await settleMessage(`,
      },
    ],
    expects: ['messages per key'],
    args,
  },
  {
    name: 'a send whose outcome is unknown is tried again',
    edits: [
      {
        file: 'src/whatsapp/send/send-with-retries.ts',
        find: "if (outcome.kind !== 'not_done') return outcome",
        replace: "if (outcome.kind !== 'not_done' && outcome.kind !== 'unknown') return outcome",
      },
    ],
    expects: ['requests per message'],
    args,
  },
  {
    name: 'a STOP that counts only once it is processed',
    edits: [
      {
        file: 'src/whatsapp/send/send-rules.ts',
        find: 'applyPendingInbound(known, pendingInbound, {',
        replace: 'applyPendingInbound(known, pendingInbound.slice(0, 0), {',
      },
    ],
    expects: ['sends without permission'],
    args,
  },
  {
    name: 'a status that is overwritten by the last webhook',
    edits: [
      {
        file: 'src/whatsapp/send/settle-message.ts',
        find: 'const status = statusOf(all)',
        replace: 'const status = report.status',
      },
    ],
    expects: ['statuses only rise'],
    args,
  },
  {
    name: 'a signature over the body written anew',
    edits: [
      {
        file: 'src/providers/whatsapp-cloud/signature.ts',
        find: '.update(rawBody)',
        replace: '.update(JSON.stringify(JSON.parse(rawBody.toString())))',
      },
    ],
    expects: ['webhooks lost'],
    args,
  },
  {
    name: 'synchronous_commit=off, for messages',
    edits: [
      {
        file: 'src/db/database.ts',
        find: '-c lock_timeout=10s',
        replace: '-c lock_timeout=10s -c synchronous_commit=off',
      },
    ],
    expects: ['requests per message', 'webhooks lost', 'answers as WhatsApp saw it'],
    args,
  },
]
