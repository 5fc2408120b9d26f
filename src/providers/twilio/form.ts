/**
 * The fields of a form body, decoded, in the order in which they came, with every value of a name that is repeated.
 * Every field is kept, also those that nothing reads, because the signature is made over all of them.
 */
export function parseForm(body: string): URLSearchParams {
  // The leading `&` is no field; without it a `?` at the start of the body would be dropped.
  return new URLSearchParams(`&${body}`)
}

/** The value of a field that must be there, of that form, and with one value only; else null. */
export function requiredField(form: URLSearchParams, name: string, shape: RegExp): string | null {
  const [value, ...others] = new Set(form.getAll(name))
  return value !== undefined && others.length === 0 && shape.test(value) ? value : null
}
