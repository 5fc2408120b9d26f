/** "7:51", "1:02:03": minutes and seconds, as the board and the lists of calls write them. */
export function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const tail = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}

/** "19 h 53 min", "3 min 28 s", "6 d 2 h": the two largest units, rounded down. */
export function formatDuration(ms: number, locale: string): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const parts: [value: number, unit: string][] = [
    [Math.floor(seconds / 86_400), 'day'],
    [Math.floor(seconds / 3_600) % 24, 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ]
  const first = parts.findIndex(([value]) => value > 0)
  if (first === -1) return unit(0, 'second', locale)
  return parts
    .slice(first, first + 2)
    .filter(([value]) => value > 0)
    .map(([value, name]) => unit(value, name, locale))
    .join(' ')
}

/**
 * Writes one unit, with a space before its sign: "6 d" in English and Spanish, whose locale data has "6d". English has
 * shorter words than its locale data: "h", "min" and "s". Arabic has the whole word for days: one letter says too
 * little.
 */
function unit(value: number, name: string, locale: string): string {
  const display = name === 'day' && !locale.startsWith('ar') ? 'narrow' : 'short'
  const text = new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: display })
    .format(value)
    .replace(/^(\d+)d$/, '$1 d')
  if (!locale.startsWith('en')) return text
  return text
    .replace(/ ?hrs?$/, ' h')
    .replace(/ ?mins?$/, ' min')
    .replace(/ ?secs?$/, ' s')
}
