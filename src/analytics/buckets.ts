/** How a series is grouped (Rules 37, 38 and 58). */
export type GroupBy = 'daily' | 'weekly' | 'monthly' | 'yearly'

const dayMs = 86_400_000
/** The largest span of each grouping, in UTC days that it touches. */
const dailyDaysMax = 31
const weeklyDaysMax = 26 * 7
const monthlyDaysMax = 1_827

/**
 * Returns the grouping of a span by the number of UTC days that it touches. Both ends are included, in milliseconds
 * since 1970.
 */
export function groupOf(first: number, last: number): GroupBy {
  const days = Math.floor(last / dayMs) - Math.floor(first / dayMs) + 1
  if (days <= dailyDaysMax) return 'daily'
  if (days <= weeklyDaysMax) return 'weekly'
  return days <= monthlyDaysMax ? 'monthly' : 'yearly'
}

/** Returns the label of the bucket that an instant lies in: `2026-11-20`, `2026-W47`, `2026-11`, `2026`. */
export function labelOf(group: GroupBy, at: number): string {
  const date = new Date(at)
  const year = yearText(date.getUTCFullYear())
  switch (group) {
    case 'daily':
      return `${year}-${pad2(date.getUTCMonth() + 1)}-${pad2(date.getUTCDate())}`
    case 'weekly':
      return weekLabel(at)
    case 'monthly':
      return `${year}-${pad2(date.getUTCMonth() + 1)}`
    case 'yearly':
      return year
  }
}

/** Returns every label from the first instant's to the last one's, in order and without a gap. */
export function labelsBetween(group: GroupBy, first: number, last: number): string[] {
  const labels: string[] = []
  for (let at = startOf(group, first); at <= last; at = next(group, at)) labels.push(labelOf(group, at))
  return labels
}

/** Returns the ISO 8601 week: it begins on Monday and belongs to the year of its Thursday. */
function weekLabel(at: number): string {
  const thursday = monday(at) + 3 * dayMs
  const year = new Date(thursday).getUTCFullYear()
  const week = Math.floor((thursday - yearStart(year)) / (7 * dayMs)) + 1
  return `${yearText(year)}-W${pad2(week)}`
}

function startOf(group: GroupBy, at: number): number {
  const date = new Date(at)
  switch (group) {
    case 'daily':
      return Math.floor(at / dayMs) * dayMs
    case 'weekly':
      return monday(at)
    case 'monthly':
      return new Date(0).setUTCFullYear(date.getUTCFullYear(), date.getUTCMonth(), 1)
    case 'yearly':
      return yearStart(date.getUTCFullYear())
  }
}

function next(group: GroupBy, start: number): number {
  const date = new Date(start)
  switch (group) {
    case 'daily':
      return start + dayMs
    case 'weekly':
      return start + 7 * dayMs
    case 'monthly':
      return new Date(0).setUTCFullYear(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
    case 'yearly':
      return yearStart(date.getUTCFullYear() + 1)
  }
}

function monday(at: number): number {
  const day = Math.floor(at / dayMs)
  // 1970-01-01 was a Thursday.
  return (day - ((((day + 3) % 7) + 7) % 7)) * dayMs
}

function yearStart(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1)
}

function pad2(number: number): string {
  return String(number).padStart(2, '0')
}

function yearText(year: number): string {
  return String(year).padStart(4, '0')
}
