import type { Fault } from '../../base/faults.ts'
import { isUuid } from '../../base/ids.ts'
import { isKnownCountry, normalizePhoneNumber } from '../../base/phone-number.ts'
import { isMapping } from '../../base/unknown-shape.ts'
import { emailContact } from '../../people/contact.ts'
import type { Contact } from '../../people/contact.ts'
import { isUserId } from '../../providers/whatsapp-cloud/types.ts'
import { normalizeInstant } from './instant.ts'
import { normalizeWhatsappNumber } from './whatsapp-number.ts'

/** An unchecked JSON object. */
export type Fields = Readonly<Record<string, unknown>>

/**
 * Reads the fields of a line one by one, and collects their faults. A reader returns null if the field is absent,
 * null or wrong. The difference does not matter, since a line with a fault is not kept.
 */
export interface LineCheck {
  /** Returns the faults since the last call. */
  faults(): Fault[]
  addFault(field: string, message: string): void
  /** Adds a fault for each field that is not known. */
  known(fields: Fields, known: ReadonlySet<string>, at?: string): void
  /** Adds a fault for each of these fields that is absent. */
  required(fields: Fields, names: readonly string[], at?: string): void
  text(field: string, value: unknown, charactersMax: number): string | null
  /** Reads text of one line without blanks at its ends. */
  name(field: string, value: unknown, charactersMax: number): string | null
  oneOf<T extends string>(field: string, value: unknown, among: readonly T[]): T | null
  id(field: string, value: unknown): string | null
  /** Reads an instant as ISO 8601 UTC with milliseconds; a date alone as its beginning. */
  instant(field: string, value: unknown): string | null
  /** Reads a number from 0 to the maximum. */
  number(field: string, value: unknown, max: number): number | null
  phone(field: string, value: unknown, country: string | null): Contact | null
  /**
   * Reads a number as {@link phone} does, but digits without `+` are international. A WhatsApp id is read as itself.
   */
  whatsappNumber(field: string, value: unknown, country: string | null): Contact | null
  email(field: string, value: unknown): Contact | null
  list(field: string, value: unknown, entriesMax: number): readonly unknown[]
  mapping(field: string, value: unknown): Fields | null
}

type AddFault = LineCheck['addFault']

export function createLineCheck(): LineCheck {
  let found: Fault[] = []
  const addFault: AddFault = (field, message) => void found.push({ path: field, message })
  return {
    addFault,
    faults: () => {
      const faults = found
      if (found.length > 0) found = []
      return faults
    },
    ...shapeReaders(addFault),
    ...textReaders(addFault),
    ...valueReaders(addFault),
    ...contactReaders(addFault),
  }
}

function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null
}

function shapeReaders(addFault: AddFault): Pick<LineCheck, 'known' | 'required' | 'list' | 'mapping'> {
  return {
    known: (fields, known, at = '') => {
      for (const name in fields)
        if (!known.has(name))
          addFault(at + name.slice(0, 100), `unknown field; the fields here are ${[...known].join(', ')}`)
    },
    required: (fields, names, at = '') => {
      for (const name of names) if (isAbsent(fields[name])) addFault(at + name, 'is required')
    },
    list: (field, value, entriesMax) => {
      if (isAbsent(value)) return []
      if (!Array.isArray(value)) addFault(field, 'must be a list')
      else if (value.length > entriesMax) addFault(field, `must have at most ${entriesMax} entries`)
      else return value
      return []
    },
    mapping: (field, value) => {
      if (isAbsent(value)) return null
      if (isMapping(value)) return value
      addFault(field, 'must be a mapping of fields')
      return null
    },
  }
}

function readText(addFault: AddFault, field: string, value: unknown, charactersMax: number): string | null {
  if (isAbsent(value)) return null
  if (typeof value !== 'string') addFault(field, 'must be text')
  else if (value.length > charactersMax) addFault(field, `must have at most ${charactersMax} characters`)
  else return value
  return null
}

function textReaders(addFault: AddFault): Pick<LineCheck, 'text' | 'name' | 'oneOf'> {
  return {
    text: (field, value, charactersMax) => readText(addFault, field, value, charactersMax),
    name: (field, value, charactersMax) => {
      const name = readText(addFault, field, value, charactersMax)
      if (name === null) return null
      if (name === '') addFault(field, 'must not be empty')
      else if (name !== name.trim()) addFault(field, 'must not begin or end with a blank')
      else if (/\p{Cc}/u.test(name)) addFault(field, 'must be one line without control characters')
      else return name
      return null
    },
    oneOf: (field, value, among) => {
      if (isAbsent(value)) return null
      const found = among.find((one) => one === value)
      if (found === undefined) addFault(field, `must be one of ${among.join(', ')}`)
      return found ?? null
    },
  }
}

function valueReaders(addFault: AddFault): Pick<LineCheck, 'id' | 'instant' | 'number'> {
  return {
    id: (field, value) => {
      if (isAbsent(value)) return null
      const id = typeof value !== 'string' ? '' : isUuid(value) ? value : value.toLowerCase()
      if (isUuid(id)) return id
      addFault(field, 'must be a UUID, such as 019a2f6e-3b1c-7d44-8f00-5a1b2c3d4e5f')
      return null
    },
    instant: (field, value) => {
      if (isAbsent(value)) return null
      const instant = typeof value === 'string' ? normalizeInstant(value) : null
      if (instant === null)
        addFault(field, 'must be an ISO 8601 instant, such as 2026-11-21T09:00:00Z, or a date')
      return instant
    },
    number: (field, value, max) => {
      if (isAbsent(value)) return null
      if (typeof value === 'number' && value >= 0 && value <= max) return value
      addFault(field, `must be a number from 0 to ${max}`)
      return null
    },
  }
}

/**
 * How many normalized numbers are remembered. Numbers repeat within a history, and normalizing one takes longer than
 * the rest of its line. A cache that is smaller than a file's set of numbers is of no use if they come in turn, so
 * this is large; it takes some 30 MB.
 */
const numbersKept = 250_000
const numberCharactersMax = 64
const addressCharactersMax = 1_000

function contactReaders(addFault: AddFault): Pick<LineCheck, 'phone' | 'whatsappNumber' | 'email'> {
  const normalizePhone = remembering(normalizePhoneNumber)
  const normalizeWhatsapp = remembering(normalizeWhatsappNumber)
  return {
    phone: (field, value, country) => {
      const given = readText(addFault, field, value, numberCharactersMax)
      if (given === null) return null
      const number = normalizePhone(given, country)
      if (number === null) addFault(field, phoneMessage(country))
      return number === null ? null : { normalized: number, value: given }
    },
    whatsappNumber: (field, value, country) => {
      if (typeof value === 'string' && isUserId(value)) return { normalized: value, value }
      const given = readText(addFault, field, value, numberCharactersMax)
      if (given === null) return null
      const number = normalizeWhatsapp(given, country)
      if (number === null) addFault(field, whatsappMessage)
      // Without its + it would be read as a national number wherever it is shown.
      return number === null ? null : { normalized: number, value: given.startsWith('+') ? given : number }
    },
    email: (field, value) => {
      const given = readText(addFault, field, value, addressCharactersMax)
      if (given === null) return null
      const contact = emailContact(given)
      if (contact === null) addFault(field, 'must be a mail address, such as ada@example.com')
      return contact
    },
  }
}

type Normalize = (given: string, country: string | null) => string | null

function remembering(normalize: Normalize): Normalize {
  const kept = new Map<string | null, Map<string, string | null>>()
  let count = 0
  return (given, country) => {
    const found = kept.get(country)?.get(given)
    if (found !== undefined) return found
    if (count === numbersKept) {
      kept.clear()
      count = 0
    }
    const number = normalize(given, country)
    kept.getOrInsertComputed(country, () => new Map()).set(given, number)
    count++
    return number
  }
}

const whatsappMessage =
  'must be a telephone number with its country code, as WhatsApp has it, such as 14155550100 or +14155550100'

function phoneMessage(country: string | null): string {
  return country === null || !isKnownCountry(country)
    ? 'must be a telephone number with its country code, such as +14155550100'
    : `must be a telephone number, with its country code unless it is one of ${country}`
}
