import type { ProfileRow } from './list-queries.ts'

/** What the service can't do for a person. */
export const limitedActions = ['call', 'authentication_template', 'message'] as const
/**
 * `number_hidden`: WhatsApp hides the number of the person. `no_number`, `no_address`: none is known.
 * `do_not_call`: all their numbers are on the do-not-call list of the organization.
 */
export const limitReasons = ['number_hidden', 'no_number', 'no_address', 'do_not_call'] as const

export interface PersonLimit {
  action: (typeof limitedActions)[number]
  reason: (typeof limitReasons)[number]
}

type Known = Pick<ProfileRow, 'phone_numbers' | 'channel_identities'>

/**
 * Returns what can't be done for a person, and why: without a number nobody can be called, and WhatsApp sends
 * authentication templates to numbers only. A person whom WhatsApp knows by an id alone can still be written to.
 */
export function limitsOf(person: Known): PersonLimit[] {
  if (person.phone_numbers.length > 0) return []
  const isOnWhatsapp = person.channel_identities.some(({ channel_type }) => channel_type === 'whatsapp')
  const reason = isOnWhatsapp ? 'number_hidden' : 'no_number'
  return [
    { action: 'call', reason },
    { action: 'authentication_template', reason },
    ...(isOnWhatsapp ? [] : [{ action: 'message', reason: 'no_address' } as const]),
  ]
}
