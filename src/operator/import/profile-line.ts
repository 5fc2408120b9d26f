import { channelTypes } from '../../base/conversation-kinds.ts'
import type { NewId } from '../../base/ids.ts'
import { isMapping } from '../../base/unknown-shape.ts'
import { formatCopyRow } from '../../db/copy-in.ts'
import type { Contact } from '../../people/contact.ts'
import { entryFields, knownFields } from './import-fields.ts'
import type { Fields, LineCheck } from './line-check.ts'
import { isStorable } from './parse-line.ts'
import type { ParsedLine } from './parse-line.ts'

const known = knownFields('profiles')
const knownOfContact = new Set(entryFields['phone_numbers'])
const knownOfIdentity = new Set(entryFields['channel_identities'])
const nameCharactersMax = 4_096
const displayIdCharactersMax = 100
const sourceCharactersMax = 100
const identityCharactersMax = 256
const entriesMax = 100

/** Checks a profile, and returns its row for `staged`. Reports faults to `check`. */
export function profileRow(
  check: LineCheck,
  newId: NewId,
  line: number,
  { fields, project }: ParsedLine,
  now: string,
): string {
  check.known(fields, known)
  const createdAt = check.instant('created_at', fields['created_at']) ?? now
  const properties = check.mapping('properties', fields['properties']) ?? {}
  isStorable(check, properties, ['properties'])
  const contacts = [
    ...contactsOf(check, 'phone_numbers', fields, (field, value) =>
      check.phone(field, value, project.default_country),
    ).map((contact) => ({ kind: 'phone', ...contact })),
    ...contactsOf(check, 'emails', fields, (field, value) => check.email(field, value)).map((contact) => ({
      kind: 'email',
      ...contact,
    })),
  ]
  return formatCopyRow([
    line,
    project.organization_id,
    project._id,
    check.id('_id', fields['_id']) ?? newId(),
    check.name('name', fields['name'], nameCharactersMax),
    check.name('display_id', fields['display_id'], displayIdCharactersMax),
    JSON.stringify(properties),
    check.instant('last_interaction_at', fields['last_interaction_at']),
    createdAt,
    JSON.stringify(contacts),
    JSON.stringify(identitiesOf(check, fields, project.default_country, createdAt)),
  ])
}

/** Returns the contacts of a list field. If a contact is spelled in several ways, the first is kept. */
function contactsOf(
  check: LineCheck,
  field: string,
  fields: Fields,
  read: (field: string, value: unknown) => Contact | null,
): (Contact & { source: string })[] {
  const found = new Map<string, Contact & { source: string }>()
  for (const [index, entry] of check.list(field, fields[field], entriesMax).entries()) {
    const at = `${field}[${index}]`
    if (!isMapping(entry)) {
      check.addFault(at, 'must be a mapping with value and source')
      continue
    }
    check.known(entry, knownOfContact, `${at}.`)
    check.required(entry, ['value'], `${at}.`)
    const contact = read(`${at}.value`, entry['value'])
    const source = check.name(`${at}.source`, entry['source'], sourceCharactersMax) ?? 'import'
    if (contact !== null && !found.has(contact.normalized))
      found.set(contact.normalized, { ...contact, source })
  }
  return [...found.values()]
}

interface SeenIdentity {
  channel_type: string
  identity_key: string
  first_seen_at: string
  last_seen_at: string
}

/**
 * Returns the identities. If an identity has one of the two times, that is both of them. If it has neither, both are
 * the creation of the profile.
 */
function identitiesOf(
  check: LineCheck,
  fields: Fields,
  country: string | null,
  createdAt: string,
): SeenIdentity[] {
  const found: SeenIdentity[] = []
  const entries = check.list('channel_identities', fields['channel_identities'], entriesMax)
  for (const [index, entry] of entries.entries()) {
    const at = `channel_identities[${index}]`
    if (!isMapping(entry)) {
      check.addFault(at, 'must be a mapping with channel_type, identity_key, first_seen_at and last_seen_at')
      continue
    }
    check.known(entry, knownOfIdentity, `${at}.`)
    check.required(entry, ['channel_type', 'identity_key'], `${at}.`)
    const channelType = check.oneOf(`${at}.channel_type`, entry['channel_type'], channelTypes)
    const key = identityKeyOf(check, `${at}.identity_key`, entry['identity_key'], channelType, country)
    const first = check.instant(`${at}.first_seen_at`, entry['first_seen_at'])
    const last = check.instant(`${at}.last_seen_at`, entry['last_seen_at'])
    if (first !== null && last !== null && last < first)
      check.addFault(`${at}.last_seen_at`, 'must not be before first_seen_at')
    if (channelType === null || key === null) continue
    found.push({
      channel_type: channelType,
      identity_key: key,
      first_seen_at: first ?? last ?? createdAt,
      last_seen_at: last ?? first ?? createdAt,
    })
  }
  return found
}

function identityKeyOf(
  check: LineCheck,
  field: string,
  value: unknown,
  channelType: string | null,
  country: string | null,
): string | null {
  if (channelType === 'voice') return check.phone(field, value, country)?.normalized ?? null
  if (channelType === 'whatsapp') return check.whatsappNumber(field, value, country)?.normalized ?? null
  return check.name(field, value, identityCharactersMax)
}
