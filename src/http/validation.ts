import type { FastifySchemaCompiler } from 'fastify'
import { z } from 'zod'
import { refusals } from '../base/refusals.ts'

/** Faults named in one message; the rest is left for the next try. */
const faultsMax = 5

/**
 * Validates by Zod and refuses with sentences that name the field: `limit: must be a whole number from 1 to 100`,
 * `phone_number is required`.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (data: unknown) => {
    if (httpPart === 'body' && data === undefined)
      return { error: refusals.invalidRequest('A JSON body is required') }
    const result = schema.safeParse(data, { reportInput: true })
    if (result.success) return { value: result.data }
    // Names of headers are shown as such: a path that is no identifier would be.
    const issues = result.error.issues.slice(0, faultsMax)
    const name = httpPart === 'headers' ? headerOf : z.core.toDotPath
    return { error: refusals.invalidRequest(issues.map((issue) => describeIssue(issue, name)).join('; ')) }
  }
}

/** `idempotency-key` → `Idempotency-Key`, as the documents have it. */
function headerOf([name = '']: readonly PropertyKey[]): string {
  return String(name).replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
}

function describeIssue(issue: z.core.$ZodIssue, nameOf: (path: PropertyKey[]) => string): string {
  const path = nameOf(issue.path)
  if (issue.code === 'invalid_type' && issue.input === undefined && path !== '') return `${path} is required`
  const [name] = issue.code === 'unrecognized_keys' ? issue.keys : []
  const message = name === undefined ? issue.message : `unknown field ${JSON.stringify(name.slice(0, 100))}`
  return path === '' ? message : `${path}: ${message}`
}
