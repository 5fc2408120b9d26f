/** The fields of a form in the order in which they were sent, with repeated names. */
export type FormFields = readonly (readonly [name: string, value: string])[]

/** Fields by name, for JSON. A repeated name has a list. The object has no prototype. */
export type FieldsByName = Record<string, string | string[]>

/** Parses a query string or an `application/x-www-form-urlencoded` body. */
export function parseForm(text: string): FormFields {
  return [...new URLSearchParams(text)]
}

/** Returns the fields as a query string or form body. */
export function formText(fields: FormFields): string {
  return new URLSearchParams(fields.map(([name, value]) => [name, value])).toString()
}

/** Returns the first value of a name, or null if the field is absent or empty: Twilio treats both alike. */
export function fieldOf(fields: FormFields, name: string): string | null {
  const found = fields.find((field) => field[0] === name)
  return found === undefined || found[1] === '' ? null : found[1]
}

/** Returns every value of a name that is not empty. */
export function fieldsOf(fields: FormFields, name: string): string[] {
  return fields.filter((field) => field[0] === name && field[1] !== '').map((field) => field[1])
}

/** Groups the fields by name. */
export function byName(fields: FormFields): FieldsByName {
  const grouped: FieldsByName = Object.create(null)
  for (const [name, value] of fields) {
    const before = grouped[name]
    if (before === undefined) grouped[name] = value
    else grouped[name] = typeof before === 'string' ? [before, value] : [...before, value]
  }
  return grouped
}
