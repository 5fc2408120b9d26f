import type { ChannelType } from '../base/conversation-kinds.ts'

/** The longest subject, in characters, for imported tickets too. */
export const subjectCharactersMax = 1_000

/** The longest note with which a ticket is closed, in characters. */
export const noteCharactersMax = 2_000

/**
 * A ticket that the service opens. Its status is `open` until it is `closed`; imported tickets may have other statuses.
 */
export interface NewTicket {
  organization_id: string
  project_id: string
  channel_type: ChannelType
  /** One line of text; null for no subject. */
  subject: string | null
  /** Null for a ticket without conversation. */
  conversation_id: string | null
  /** The person concerned; null means the person of the conversation. */
  profile_id: string | null
  opened_by: 'workflow' | 'keyword' | 'operator' | 'agent'
  /**
   * Identifies what caused the ticket: a second ticket with the same key is not opened. With null every ticket is
   * opened.
   */
  opening_key: string | null
  /** The name of the user or operator who opens it; null or absent for a workflow and a keyword. */
  opened_by_name?: string | null
}
