import type { ChannelType } from '../base/conversation-kinds.ts'

/** The longest subject, in characters; imported ones have the same bound. */
export const subjectCharactersMax = 1_000

/** A ticket that the service opens: its status is `open` until it is `closed`. Imported ones may have other words. */
export interface NewTicket {
  organization_id: string
  project_id: string
  channel_type: ChannelType
  /** One line; null where nothing is to be said of it. */
  subject: string | null
  /** Null: it belongs to none. */
  conversation_id: string | null
  /** Whom it is about; null: whom its conversation is with. */
  profile_id: string | null
  opened_by: 'workflow' | 'keyword' | 'operator'
  /** The occasion: a second ticket of the same one is not opened. Null: every ticket is one. */
  opening_key: string | null
}
