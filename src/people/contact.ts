import type { ChannelType } from '../base/conversation-kinds.ts'

/** A number or an address of a person. */
export interface Contact {
  /** E.164, or the address in lower case: what is compared. */
  normalized: string
  /** As it was given. */
  value: string
}

const addressForm = /^[^\s@]+@[^\s@]+$/
const addressCharactersMax = 254

/** The address as it is compared and as it was given; null where it can't be one. */
export function emailContact(given: string): Contact | null {
  const value = given.trim()
  if (value.length > addressCharactersMax || !addressForm.test(value)) return null
  return { normalized: value.toLowerCase(), value }
}

/** Where a person was met: the number on the phone and, where it is known, on WhatsApp; an id elsewhere. */
export interface Identity {
  channel_type: ChannelType
  identity_key: string
}

/** Somebody who was met, by all that is known of them at that moment. */
export interface PersonContact {
  organization_id: string
  project_id: string
  phone: Contact | null
  email: Contact | null
  name: string | null
  identity: Identity | null
  /** What else they go by on the channel of the identity, such as an id beside the number. None unless said. */
  aliases?: readonly string[]
  /** Where the contacts come from: a channel, or `import`. */
  source: string
  /** When they were met. */
  metAt: Date
}
