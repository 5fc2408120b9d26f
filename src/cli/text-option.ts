import { CommandFault } from './output.ts'

/**
 * Returns the text of an option without blanks at its ends.
 *
 * @throws {CommandFault} if it is empty, too long, or not one line.
 */
export function checkedText(option: string, text: string, charactersMax: number): string {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > charactersMax || /\p{Cc}/u.test(trimmed))
    throw new CommandFault(`${option} must be one line of 1 to ${charactersMax} characters`)
  return trimmed
}

/** Adds the value of an option that may be repeated to those before it. */
export function collect(value: string, before: string[]): string[] {
  return [...before, value]
}
