import { callRefusals } from './refusals/messages/calls.ts'
import { configurationRefusals } from './refusals/messages/configuration.ts'
import { conversationRefusals } from './refusals/messages/conversations.ts'
import { eventRefusals } from './refusals/messages/events.ts'
import { keyRefusals } from './refusals/messages/keys.ts'
import { knowledgeRefusals } from './refusals/messages/knowledge.ts'
import { requestRefusals } from './refusals/messages/requests.ts'
import { roleRefusals } from './refusals/messages/roles.ts'
import { signInRefusals } from './refusals/messages/sign-in.ts'
import { whatsappRefusals } from './refusals/messages/whatsapp.ts'

/** Refusals whose message is used in several places or contains a value. */
export const refusals = {
  ...requestRefusals,
  ...keyRefusals,
  ...signInRefusals,
  ...roleRefusals,
  ...configurationRefusals,
  ...callRefusals,
  ...conversationRefusals,
  ...whatsappRefusals,
  ...knowledgeRefusals,
  ...eventRefusals,
} as const
