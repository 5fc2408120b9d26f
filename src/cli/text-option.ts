import { CommandFault } from './output.ts'

/**
 * The words of an option that are kept, without blanks at their ends.
 *
 * @throws {CommandFault} where there are none or too many, or they are not one line.
 */
export function checkedText(option: string, text: string, charactersMax: number): string {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > charactersMax || /\p{Cc}/u.test(trimmed))
    throw new CommandFault(`${option} must be one line of 1 to ${charactersMax} characters`)
  return trimmed
}
