import type { VoiceDay } from './voice-queries.ts'

/** Voice analytics (Spec: Analytics objects; Decisions 40 and 65). */
export interface VoiceAnalytics {
  summary: {
    total_conversations: number
    completed_conversations: number
    live_conversations: number
    /** Seconds. */
    total_duration: number
    /** Seconds, to the millisecond, over those that have a duration; 0 where none has. */
    avg_duration: number
  }
  /** By day, UTC, of those that have a conversation. */
  daily_conversations: Record<string, number>
  /** Seconds. */
  daily_durations: Record<string, number>
}

/** Adds up the days; where one of all statuses (`*`) is among them, the others are told beside it. */
export function summarize(days: readonly VoiceDay[]): VoiceAnalytics {
  const isInAll = days.some(({ status }) => status === '*')
  const counted = days.filter(({ status }) => !isInAll || status === '*')
  const sum = (of: readonly VoiceDay[], name: 'conversations' | 'durations' | 'duration_seconds') =>
    of.reduce((total, day) => total + day[name], 0)
  const withStatus = (status: string) => days.filter((day) => day.status === status)
  const durations = sum(counted, 'durations')
  const totalDuration = exact(sum(counted, 'duration_seconds'))
  const byDay = Map.groupBy(counted, ({ day }) => day)
  const names = [...byDay.keys()].sort()
  const daily = (name: 'conversations' | 'duration_seconds') =>
    Object.fromEntries(names.map((day) => [day, exact(sum(byDay.get(day) ?? [], name))]))
  return {
    summary: {
      total_conversations: sum(counted, 'conversations'),
      completed_conversations: sum(withStatus('completed'), 'conversations'),
      live_conversations: sum(withStatus('live'), 'conversations'),
      total_duration: totalDuration,
      avg_duration: durations === 0 ? 0 : Math.round((totalDuration / durations) * 1_000) / 1_000,
    },
    daily_conversations: daily('conversations'),
    daily_durations: daily('duration_seconds'),
  }
}

/** Without what adding binary fractions leaves: no duration is told finer than a microsecond. */
function exact(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6
}
