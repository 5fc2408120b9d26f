import type { Fault } from '../base/faults.ts'

/** A command that was refused or failed: one clear line on standard error, and a line for each fault; exit status 1. */
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

/** The one JSON document that a command with `--json` prints. */
export function printJson(value: unknown): void {
  printLine(JSON.stringify(value, null, 2))
}
