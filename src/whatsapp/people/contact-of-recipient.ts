import type { PersonContact } from '../../people/contact.ts'
import { isNumber } from './user-id-queries.ts'
import type { Address } from './user-id-queries.ts'

/**
 * Whom a message is sent to: what finds or makes their profile. A send makes it with the number; the identity comes with the
 * person's first message (Rule 64). Of somebody whose number is not known the identity is all there is to find them by.
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
