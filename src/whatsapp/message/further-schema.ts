import type { z } from 'zod'

type RepeatedFault = Exclude<Parameters<z.core.$RefinementCtx['addIssue']>[0], string>

/**
 * Parses a value by a schema that was chosen by the value itself, and reports every fault with its place: so a fault
 * names the member at fault, and not a choice of schemas that the value fits none of. Answers undefined after a fault.
 *
 * @param context of a `superRefine` or a `transform`.
 * @param path where the value stands in what is being checked.
 */
export function parseFurther<Schema extends z.ZodType>(
  context: z.core.$RefinementCtx,
  schema: Schema,
  value: unknown,
  path: readonly string[] = [],
): z.output<Schema> | undefined {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  for (const issue of result.error.issues)
    // A fault as it is reported is one that can be reported again, which the types don't say.
    context.addIssue({ ...issue, input: issue.input, path: [...path, ...issue.path] } as RepeatedFault)
  return undefined
}
