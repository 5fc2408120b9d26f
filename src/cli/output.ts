import type { Fault } from '../base/faults.ts'

/**
 * The error of a command that was refused or failed. It prints one line on standard error, and a line for each fault;
 * the exit status is 1.
 */
export class CommandFault extends Error {
  override name = 'CommandFault'
  readonly faults: readonly Fault[]

  constructor(message: string, faults: readonly Fault[] = []) {
    super(message)
    this.faults = faults
  }
}

export function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Prints what a command waits for on standard error, which has no result of it. */
export function printWait(waitsFor: string): void {
  process.stderr.write(`switchboard: ${waitsFor}\n`)
}

/** Prints the one JSON document of a command with `--json`. */
export function printJson(value: unknown): void {
  printLine(JSON.stringify(value, null, 2))
}
