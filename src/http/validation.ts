import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { faultsOfIssue, formatFault, formatPath, reportFaults } from '../base/faults.ts'
import type { Fault } from '../base/faults.ts'
import { refusals } from '../base/refusals.ts'

/** Faults named in one message. */
const faultsMax = 5
/** Faults listed by their places. */
const placedFaultsMax = 100

/**
 * Validates with Zod and refuses with sentences that name the field: `limit: must be a whole number from 1 to 100`,
 * `phone_number is required`.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (data: unknown) => {
    if (httpPart === 'body' && data === undefined)
      return { error: refusals.invalidRequest('A JSON body is required') }
    const result = schema.safeParse(data, { reportInput: true })
    if (result.success) return { value: result.data }
    const nameOf = httpPart === 'headers' ? headerOf : formatPath
    const { issues } = result.error
    const { faults } = reportFaults(
      issues.map((issue) => faultOfIssue(issue, nameOf)),
      faultsMax,
    )
    const placed = reportFaults(
      issues.flatMap((issue) => placedFaults(issue, nameOf)),
      placedFaultsMax,
    )
    return { error: refusals.invalidRequest(faults.map(formatFault).join('; '), placed.faults) }
  }
}

/** Returns the faults that a schema found in a body, each at the place of its field. */
export function faultsInBody({ issues }: z.core.$ZodError): Fault[] {
  return reportFaults(
    issues.flatMap((issue) => placedFaults(issue, formatPath)),
    placedFaultsMax,
  ).faults
}

/** Returns the usual spelling: `idempotency-key` becomes `Idempotency-Key`. */
function headerOf([name = '']: readonly PropertyKey[]): string {
  return String(name).replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
}

/** Returns the faults of an issue, each at the place of its field. */
function placedFaults(issue: z.core.$ZodIssue, nameOf: (path: PropertyKey[]) => string): Fault[] {
  if (isMissing(issue)) return [{ path: nameOf(issue.path), message: 'is required' }]
  return faultsOfIssue(issue).map(({ path, message }) => ({
    path: nameOf([...path]),
    message: issue.code === 'unrecognized_keys' ? 'is unknown' : message,
  }))
}

function isMissing({ code, input }: z.core.$ZodIssue): boolean {
  return code === 'invalid_type' && input === undefined
}

function faultOfIssue(issue: z.core.$ZodIssue, nameOf: (path: PropertyKey[]) => string): Fault {
  const path = nameOf(issue.path)
  if (isMissing(issue) && path !== '') return { path: '', message: `${path} is required` }
  const [name] = issue.code === 'unrecognized_keys' ? issue.keys : []
  const message = name === undefined ? issue.message : `unknown field ${JSON.stringify(name.slice(0, 100))}`
  return { path, message }
}
