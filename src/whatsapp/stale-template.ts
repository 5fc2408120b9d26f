/** By these the provider refuses a template that it does not have as it is stored: other variables, or none such at all. */
const codes: ReadonlySet<string> = new Set(['132000', '132001', '132012'])

/** Whether an error of a message shows that what is stored of its template may be out of date. */
export function showsStaleTemplate(code: string | null): boolean {
  return code !== null && codes.has(code)
}
