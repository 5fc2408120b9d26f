import type { MetPerson } from '../profiles/contact.ts'

/**
 * Whom a message is sent to: what finds or makes their profile. A send makes it with the number; the identity comes with the
 * person's first message (Rule 64).
 *
 * @param to E.164.
 */
export function personWrittenTo(
  { organization_id, project_id }: { organization_id: string; project_id: string },
  to: string,
  metAt: Date,
): MetPerson {
  return {
    organization_id,
    project_id,
    phone: { normalized: to, value: to },
    email: null,
    name: null,
    identity: null,
    source: 'whatsapp',
    metAt,
  }
}
