import { emailContact } from '../../people/contact.ts'
import type { CalledPerson } from '../../people/contact.ts'
import type { NewCall } from '../queries.ts'

/** Returns the contact of a person who calls, of whom nothing but the number is known. */
export function contactOfCaller(
  {
    organization_id,
    project_id,
    phone_number,
    events_wanted,
  }: Pick<NewCall, 'organization_id' | 'project_id' | 'phone_number' | 'events_wanted'>,
  metAt: Date,
): CalledPerson {
  return {
    organization_id,
    project_id,
    phone: { normalized: phone_number, value: phone_number },
    email: null,
    name: null,
    identity: { channel_type: 'voice', identity_key: phone_number },
    source: 'voice',
    metAt,
    events_wanted,
  }
}

/** Returns the contact of the called person, by which their profile is found or created (Rules 21 and 64). */
export function contactOfCall(
  { customer }: { customer: { phone_number: string } & Record<string, unknown> },
  { organization_id, project_id, phone_number, events_wanted }: NewCall,
  metAt: Date,
): CalledPerson {
  const { name, email } = customer
  const trimmed = typeof name === 'string' ? name.trim() : ''
  return {
    organization_id,
    project_id,
    phone: { normalized: phone_number, value: customer.phone_number },
    email: typeof email === 'string' ? emailContact(email) : null,
    name: trimmed === '' ? null : trimmed,
    identity: { channel_type: 'voice', identity_key: phone_number },
    source: 'voice',
    metAt,
    events_wanted,
  }
}
