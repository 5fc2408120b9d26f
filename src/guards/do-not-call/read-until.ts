import { parseMoment } from '../../filters/instants.ts'

/**
 * Reads when a number may be called again: an instant in ISO 8601, which is UTC without an offset, or a day, which begins at
 * midnight UTC (Rule 5). Returns null for all other text.
 */
export function readUntil(text: string): Date | null {
  const moment = parseMoment(text)
  if (moment === null) return null
  return new Date(moment.kind === 'day' ? moment.from : moment.at)
}
