import type { z } from 'zod'
import type { EventType } from './event-types.ts'
import { CallData, CallTexts, CampaignData, callExample, campaignExample } from './schemas/calls.ts'
import {
  ConversationData,
  ModeData,
  ModeTexts,
  ReceivedMessageData,
  ReceivedMessageTexts,
  SentMessageData,
  SentMessageTexts,
  TicketData,
  TicketTexts,
  conversationExample,
  receivedMessageExample,
  sentMessageExample,
  ticketExample,
} from './schemas/conversations.ts'
import {
  DoNotCallData,
  DoNotCallTexts,
  MergedProfileData,
  OptOutData,
  OptOutTexts,
  ProfileData,
  ProfileTexts,
  SeparatedProfileData,
  UpdatedProfileData,
  doNotCallExample,
  optOutExample,
  profileExample,
} from './schemas/people.ts'
import {
  DisabledEndpointData,
  ReachedBudgetData,
  SenderData,
  SourceData,
  TemplateData,
  TemplateTexts,
  TestData,
  TrippedGuardData,
  UnknownWriteData,
  UnknownWriteTexts,
  disabledEndpointExample,
  reachedBudgetExample,
  senderExample,
  sourceExample,
  templateExample,
  trippedGuardExample,
  unknownWriteExample,
} from './schemas/records.ts'

/** What is known of a type. */
export interface CatalogEntry {
  /** When it happens, as a sentence. */
  when: string
  /** `data` without texts: the record as it is after the event. */
  data: z.ZodObject
  /** The members that `data` has besides for those who asked for texts; null: none. */
  texts: z.ZodObject | null
  /** An example of `data`. */
  example: Record<string, unknown>
}

/** The day of the present shape of all events. An endpoint keeps the shape of the day on which it was made. */
export const eventVersion = '2026-11-22'

const call = { data: CallData, texts: CallTexts }
const conversation = { data: ConversationData, texts: null }
const handover = { data: ModeData, texts: ModeTexts }
const message = { data: SentMessageData, texts: SentMessageTexts }
const ticket = { data: TicketData, texts: TicketTexts }
const optOut = { data: OptOutData, texts: OptOutTexts }
const doNotCall = { data: DoNotCallData, texts: DoNotCallTexts }
const begun = { duration_seconds: null, conversation_id: null, customer_profile_id: null }
const openChat = {
  ...conversationExample,
  status: 'live',
  outcome: null,
  channel_type: 'whatsapp',
  conversation_type: 'inbound',
  campaign_id: null,
  answered_at: null,
  end_time: null,
  duration_seconds: null,
}

const callStates = {
  'call.queued': [
    'A call was accepted and waits for its turn.',
    { state: 'waiting', attempts_count: 0, ...begun },
  ],
  'call.started': ['An attempt of the call is dialed.', { state: 'dialling', ...begun }],
  'call.answered': [
    'The carrier reports that somebody, or a machine, answered; or a person called, and the campaign answers.',
    { state: 'live', duration_seconds: null },
  ],
  'call.unresolved': [
    'It is not known whether the carrier has the call. Nothing is dialed again before it is.',
    { state: 'unresolved', ...begun },
  ],
  'call.resolved': ['The fate of an unresolved call is known; `state` says which it is.', {}],
  'call.retry_scheduled': [
    'The call waits again: for a retry, or because its attempt was never placed.',
    { state: 'waiting' },
  ],
  'call.ended': ['The call is over. `state` says how.', {}],
} as const

function callEntry(type: keyof typeof callStates): CatalogEntry {
  const [when, differs] = callStates[type]
  return { when, ...call, example: { ...callExample, ...differs } }
}

function messageEntry(status: string, when: string, differs: object = {}): CatalogEntry {
  return { when, ...message, example: { ...sentMessageExample, status, ...differs } }
}

const unknownFate = { status: 'unresolved', provider_message_id: null, sends: null, conversation_id: null }

/** Every type of event with its shape, in the order of the documents. */
export const catalog: Record<EventType, CatalogEntry> = {
  'call.queued': callEntry('call.queued'),
  'call.started': callEntry('call.started'),
  'call.answered': callEntry('call.answered'),
  'call.unresolved': callEntry('call.unresolved'),
  'call.resolved': callEntry('call.resolved'),
  'call.retry_scheduled': callEntry('call.retry_scheduled'),
  'call.ended': callEntry('call.ended'),
  'conversation.started': {
    when: 'A call that the carrier has taken, or a chat, began.',
    ...conversation,
    example: openChat,
  },
  'conversation.ended': {
    when: 'The conversation is over. A chat ends after a day without a message.',
    ...conversation,
    example: conversationExample,
  },
  'conversation.handed_over': {
    when: 'A person answers the chat from now on.',
    ...handover,
    example: { ...openChat, mode: 'person', mode_by: null },
  },
  'conversation.returned': {
    when: 'The agent answers the chat again.',
    ...handover,
    example: { ...openChat, mode: 'agent', mode_by: 'Grace Hopper' },
  },
  'message.received': {
    when: 'A person wrote on WhatsApp.',
    data: ReceivedMessageData,
    texts: ReceivedMessageTexts,
    example: receivedMessageExample,
  },
  'message.sent': messageEntry('sent', 'WhatsApp has accepted the message.'),
  'message.delivered': messageEntry('delivered', 'The message is on a device of the person.'),
  'message.read': messageEntry('read', 'The person has read the message.'),
  'message.failed': messageEntry('failed', 'The message can not be delivered; `error` says why.', {
    error: { code: '131026', reason: 'the number is not on WhatsApp' },
  }),
  'message.unresolved': messageEntry(
    'unresolved',
    'It is not known whether WhatsApp has the message. It is not sent again.',
    unknownFate,
  ),
  'message.settled': messageEntry(
    'sent',
    'The fate of an unresolved message is known; `status` says which it is.',
  ),
  'profile.created': {
    when: 'A person was met for the first time.',
    data: ProfileData,
    texts: ProfileTexts,
    example: profileExample,
  },
  'profile.updated': {
    when: 'Fields of the profile have other values; `changed_fields` names them. Counts make no event.',
    data: UpdatedProfileData,
    texts: ProfileTexts,
    example: { ...profileExample, changed_fields: ['emails'] },
  },
  'profile.merged': {
    when: 'Two profiles are one person. The older one is left.',
    data: MergedProfileData,
    texts: ProfileTexts,
    example: { ...profileExample, merged_id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d17' },
  },
  'profile.separated': {
    when: 'A merge was undone.',
    data: SeparatedProfileData,
    texts: ProfileTexts,
    example: { ...profileExample, separated_id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d17' },
  },
  'ticket.opened': { when: 'Somebody has to look after a conversation.', ...ticket, example: ticketExample },
  'ticket.closed': {
    when: 'The ticket was closed.',
    ...ticket,
    example: {
      ...ticketExample,
      status: 'closed',
      closed_at: '2026-11-21T10:00:00.000Z',
      closed_by_name: 'Grace Hopper',
    },
  },
  'opt_out.started': {
    when: 'A person wants no more WhatsApp messages of the project, or no marketing.',
    ...optOut,
    example: optOutExample,
  },
  'opt_out.ended': {
    when: 'The person may be written to again.',
    ...optOut,
    example: { ...optOutExample, ended_at: '2026-11-22T09:00:00.000Z' },
  },
  'do_not_call.added': {
    when: 'A number was added to the do-not-call list of the organization.',
    ...doNotCall,
    example: doNotCallExample,
  },
  'do_not_call.ended': {
    when: 'The number may be called again.',
    ...doNotCall,
    example: { ...doNotCallExample, ended_at: '2026-11-22T09:00:00.000Z', ended_by: 'Grace Hopper' },
  },
  'source.crawled': {
    when: 'A crawl of a source has ended; `sync_status` says how.',
    data: SourceData,
    texts: null,
    example: sourceExample,
  },
  'template.updated': {
    when: 'WhatsApp has changed the template, its status or its quality, or the template is new.',
    data: TemplateData,
    texts: TemplateTexts,
    example: templateExample,
  },
  'sender.updated': {
    when: 'WhatsApp has said something new of the sender: a notice, an error, or another result of a check.',
    data: SenderData,
    texts: null,
    example: senderExample,
  },
  'campaign.ended': {
    when: 'The campaign was ended or its end date has come, and its last call is over.',
    data: CampaignData,
    texts: null,
    example: campaignExample,
  },
  'agent.write_unknown': {
    when: 'It is not known whether a tool of an agent was run. Somebody must look.',
    data: UnknownWriteData,
    texts: UnknownWriteTexts,
    example: unknownWriteExample,
  },
  'agent.budget_reached': {
    when: 'An agent stopped a conversation at one of its limits. Somebody must look.',
    data: ReachedBudgetData,
    texts: null,
    example: reachedBudgetExample,
  },
  'guard.tripped': {
    when: 'A guard has refused many calls in a short time. Somebody must look.',
    data: TrippedGuardData,
    texts: null,
    example: trippedGuardExample,
  },
  'webhook.test': {
    when: 'Somebody asked for a test of an endpoint. Only this endpoint gets it.',
    data: TestData,
    texts: null,
    example: { _id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d16', name: 'crm' },
  },
  'webhook_endpoint.disabled': {
    when: 'An endpoint failed for too long and gets nothing any more. The project’s other endpoints get it.',
    data: DisabledEndpointData,
    texts: null,
    example: disabledEndpointExample,
  },
}

/** Returns the kind of the subject of a type: its first word. */
export function subjectKindOf(type: EventType): string {
  return type.slice(0, type.indexOf('.'))
}
