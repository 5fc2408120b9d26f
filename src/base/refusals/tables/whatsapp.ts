import type { RefusalTable } from './refusal-table.ts'

/** Refusals about broadcasts and WhatsApp messages. */
export const whatsappTable = {
  broadcast_not_found: { status: 404, when: 'The project has no broadcast with this id.' },
  sender_unavailable: { status: 400, when: 'The WhatsApp sender of the broadcast is not connected.' },
  template_unavailable: {
    status: 400,
    when: 'The broadcast has no template, or one that is not approved.',
  },
  window_closed: {
    status: 400,
    when: 'A typed message was for a person who has not written to the sender within 24 hours.',
  },
  opted_out: { status: 400, when: 'The recipient has opted out.' },
  quota_exhausted: { status: 402, when: 'The WhatsApp sends of the plan are used up or reserved.' },
  message_rejected: { status: 400, when: 'WhatsApp has definitely refused the message; nothing was sent.' },
  sender_busy: {
    status: 400,
    isRetryable: true,
    when: 'The rate limit of the sender or the person is used up, or the provider is busy; nothing was sent.',
  },
  send_unresolved: {
    status: 503,
    when: 'It is not known whether WhatsApp has sent the message.',
  },
  message_not_found: { status: 404, when: 'The broadcast has no message with this id.' },
  message_not_failed: {
    status: 409,
    when: 'The message to be sent again has not failed: it is on its way, has arrived, or its outcome is not known.',
  },
  message_sent_again: { status: 409, when: 'The failed message was sent again already.' },
  message_not_unresolved: { status: 409, when: 'The message that was to be settled has an outcome already.' },
} as const satisfies RefusalTable
