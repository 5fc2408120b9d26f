import { formatPhone } from './phone.ts'

/** Returns the number or address of a contact such as `phone:+14155550123`, as people write it. */
export function contactText(contact: string): string {
  const value = contact.slice(contact.indexOf(':') + 1)
  return contact.startsWith('phone:') ? formatPhone(value) : value
}
