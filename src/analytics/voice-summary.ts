import type { VoiceCounts } from './voice-counts.ts'

const dayLength = 'YYYY-MM-DD'.length

/**
 * Adds up the parts, and days that occur in several of them, to the response of the voice analytics (Rules 40 and 65,
 * Promise 37).
 */
export function summarize(parts: readonly VoiceCounts[]) {
  const sum = (name: 'completed' | 'live' | 'durations') => parts.reduce((all, part) => all + part[name], 0)
  const durations = sum('durations')
  const byDay = new Map<string, { conversations: number; seconds: number }>()
  for (const text of parts.flatMap(({ days }) => days?.split(',') ?? [])) {
    // Slicing takes two thirds of the time that `split` takes for 730 days.
    const space = text.indexOf(' ', dayLength + 1)
    const day = text.slice(0, dayLength)
    const conversations = Number(text.slice(dayLength + 1, space))
    const seconds = Number(text.slice(space + 1))
    const sums = byDay.get(day)
    if (sums === undefined) byDay.set(day, { conversations, seconds })
    else {
      sums.conversations += conversations
      sums.seconds += seconds
    }
  }
  const total = { conversations: 0, seconds: 0 }
  const dailyConversations: Record<string, number> = {}
  const dailyDurations: Record<string, number> = {}
  for (const day of [...byDay.keys()].sort()) {
    const { conversations, seconds } = byDay.get(day)!
    // The day's changes add up to zero.
    if (conversations === 0) continue
    total.conversations += conversations
    total.seconds += seconds
    dailyConversations[day] = conversations
    dailyDurations[day] = exact(seconds)
  }
  const totalDuration = exact(total.seconds)
  return {
    summary: {
      total_conversations: total.conversations,
      completed_conversations: sum('completed'),
      live_conversations: sum('live'),
      total_duration: totalDuration,
      // Rounded to milliseconds, over conversations that have a duration.
      avg_duration: durations === 0 ? 0 : Math.round((totalDuration / durations) * 1_000) / 1_000,
    },
    daily_conversations: dailyConversations,
    daily_durations: dailyDurations,
  }
}

export type VoiceAnalytics = ReturnType<typeof summarize>

/** Removes the error of adding binary fractions. Durations have at most microseconds. */
function exact(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6
}
