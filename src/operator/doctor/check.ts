/** The result of a check. `mend` says what to do; null if there is nothing to do. */
export interface Finding {
  check: string
  status: 'ok' | 'warn' | 'fail'
  message: string
  mend: string | null
}

/** The time limit of one check. */
export const checkMsMax = 15_000

export const ok = (check: string, message: string): Finding => ({ check, status: 'ok', message, mend: null })
export const warn = (check: string, message: string, mend: string): Finding => ({
  check,
  status: 'warn',
  message,
  mend,
})
export const fail = (check: string, message: string, mend: string): Finding => ({
  check,
  status: 'fail',
  message,
  mend,
})

/** Returns the findings of a check; one finding of failure if it throws or takes too long. */
export async function runCheck(
  check: string,
  run: () => Promise<Finding[]> | Finding[],
  mend: string,
): Promise<Finding[]> {
  const late = Promise.withResolvers<Finding[]>()
  const timer = setTimeout(
    () => late.resolve([fail(check, `no answer within ${checkMsMax / 1000} s`, mend)]),
    checkMsMax,
  )
  try {
    return await Promise.race([Promise.try(run), late.promise])
  } catch (error) {
    return [fail(check, error instanceof Error ? error.message : 'it failed', mend)]
  } finally {
    clearTimeout(timer)
  }
}
