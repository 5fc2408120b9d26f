/**
 * Decodes the fields of a form body, in their order, with every value of a repeated name. It returns also fields that
 * nothing reads, because the signature covers all of them.
 */
export function parseForm(body: string): URLSearchParams {
  // The leading `&` adds no field; without it a `?` at the start of the body would be dropped.
  return new URLSearchParams(`&${body}`)
}

/** Returns the value of a required field; null if it is missing, malformed, or has two different values. */
export function requiredField(form: URLSearchParams, name: string, shape: RegExp): string | null {
  const [value, ...others] = new Set(form.getAll(name))
  return value !== undefined && others.length === 0 && shape.test(value) ? value : null
}

/** Returns a field of the form; null if it is missing or of another shape. */
export function matching(form: URLSearchParams, name: string, shape: RegExp): string | null {
  const value = form.get(name)
  return value !== null && shape.test(value) ? value : null
}
