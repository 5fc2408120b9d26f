/**
 * The fields of a form body, decoded, in the order in which they came, with every value of a name that is repeated.
 * Every field is kept, also those that nothing reads, because the signature is made over all of them.
 */
export function parseForm(body: string): URLSearchParams {
  // The leading `&` is no field; without it a `?` at the start of the body would be dropped.
  return new URLSearchParams(`&${body}`)
}
