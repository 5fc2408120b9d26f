import type { PersonContact } from '../../people/contact.ts'
import { isNumber } from './user-id-queries.ts'
import type { Address } from './user-id-queries.ts'

/**
 * Returns the contact that finds or creates the profile of a message's recipient. A send creates the profile with the
 * number; the person's first message adds the identity (Rule 64). If the number is unknown, the identity finds the
 * profile.
 */
export function contactOfRecipient(
  { organization_id, project_id }: { organization_id: string; project_id: string },
  to: Address,
  metAt: Date,
): PersonContact {
  return {
    organization_id,
    project_id,
    phone: isNumber(to) ? { normalized: to, value: to } : null,
    email: null,
    name: null,
    identity: isNumber(to) ? null : { channel_type: 'whatsapp', identity_key: to },
    source: 'whatsapp',
    metAt,
  }
}
