import type { z } from 'zod'

type RepeatedIssue = Exclude<Parameters<z.core.$RefinementCtx['addIssue']>[0], string>

/**
 * Parses a value with a schema that was chosen by a member of the value. Returns undefined after a fault. Each fault
 * names the member at fault; a Zod union would only say that no alternative fits.
 *
 * @param context the context of a `superRefine` or a `transform`, which receives the faults.
 * @param path the path of the value within the value that is being checked.
 */
export function parseByChosenSchema<Schema extends z.ZodType>(
  context: z.core.$RefinementCtx,
  schema: Schema,
  value: unknown,
  path: readonly string[] = [],
): z.output<Schema> | undefined {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  for (const issue of result.error.issues)
    // A reported issue has all that a new issue needs, but the types of Zod do not say so.
    context.addIssue({ ...issue, input: issue.input, path: [...path, ...issue.path] } as RepeatedIssue)
  return undefined
}
