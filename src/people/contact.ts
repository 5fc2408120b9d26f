import type { ChannelType } from '../base/conversation-kinds.ts'

/** A phone number or an email address of a person. */
export interface Contact {
  /** The compared form: E.164, or the address in lower case. */
  normalized: string
  /** The form in which it was first given. */
  value: string
}

const addressForm = /^[^\s@]+@[^\s@]+$/
const addressCharactersMax = 254

/** Returns an email address as a contact; null if the text is not an address. */
export function emailContact(given: string): Contact | null {
  const value = given.trim()
  if (value.length > addressCharactersMax || !addressForm.test(value)) return null
  return { normalized: value.toLowerCase(), value }
}

/**
 * The key of a person on a channel: the phone number for calls and, if it is known, for WhatsApp; an id elsewhere.
 */
export interface Identity {
  channel_type: ChannelType
  identity_key: string
}

/** All that is known of a person at the moment when they are met. */
export interface PersonContact {
  organization_id: string
  project_id: string
  phone: Contact | null
  email: Contact | null
  name: string | null
  identity: Identity | null
  /** Other keys of the person on the same channel, such as a WhatsApp id beside the number. None by default. */
  aliases?: readonly string[]
  /** Where the contacts come from: a channel, or `import`. */
  source: string
  /** The moment of the contact. */
  metAt: Date
  /** Whether somebody wants the project's events; absent: not known. */
  events_wanted?: boolean | undefined
}

/** A person who is met by a phone call: by a number, perhaps with an email address and a name. */
export interface CalledPerson extends PersonContact {
  phone: Contact
  identity: Identity
}
