import type { LocalDay } from './local-time.ts'
import type { Random } from './random.ts'

/** How many calls a campaign gets on which days, and at which hours. */
export interface CampaignPattern {
  campaign: string
  /** The zone of its days and hours. */
  timeZone: string
  talk: 'renewal' | 'storm' | 'welcome' | 'payment'
  /** The first and the last day with calls, as days before the last day of the history. */
  firstDaysAgo: number
  lastDaysAgo: number
  /** Calls from Monday to Sunday. */
  callsByWeekday: readonly number[]
  /** What the number of a day is multiplied by, for a campaign that grows or fades. */
  trend: (daysAgo: number) => number
  /** The weight of each hour from `firstHour` on. */
  firstHour: number
  hourWeights: readonly number[]
}

const newYork = 'America/New_York'

export const historyDays = 60

export const patterns: readonly CampaignPattern[] = [
  {
    campaign: 'Renewal reminders',
    timeZone: newYork,
    talk: 'renewal',
    firstDaysAgo: historyDays - 1,
    lastDaysAgo: 0,
    callsByWeekday: [36, 32, 30, 31, 24, 8, 5],
    trend: (daysAgo) => 1.15 - daysAgo / 200,
    firstHour: 8,
    hourWeights: [2, 6, 9, 9, 5, 4, 7, 8, 8, 7, 5, 2],
  },
  {
    campaign: 'Welcome calls',
    timeZone: newYork,
    talk: 'welcome',
    firstDaysAgo: historyDays - 1,
    lastDaysAgo: 0,
    callsByWeekday: [9, 8, 8, 10, 12, 3, 0],
    trend: () => 1,
    firstHour: 9,
    hourWeights: [1, 3, 3, 1, 1, 2, 3, 3, 2],
  },
  {
    campaign: 'Office hours',
    timeZone: newYork,
    talk: 'renewal',
    firstDaysAgo: 48,
    lastDaysAgo: 0,
    callsByWeekday: [14, 12, 12, 12, 9, 4, 0],
    trend: () => 1,
    firstHour: 9,
    hourWeights: [4, 6, 6, 3, 3, 5, 5, 5, 4],
  },
  {
    campaign: 'Storm check-ins',
    timeZone: 'America/Chicago',
    talk: 'storm',
    firstDaysAgo: 21,
    lastDaysAgo: 0,
    callsByWeekday: [48, 44, 42, 40, 34, 16, 0],
    trend: (daysAgo) => (daysAgo > 17 ? 1.7 : 0.4 + daysAgo / 28),
    firstHour: 9,
    hourWeights: [5, 7, 7, 4, 4, 6, 6, 7, 7, 5],
  },
  {
    campaign: 'Payment reminders',
    timeZone: newYork,
    talk: 'payment',
    firstDaysAgo: 45,
    lastDaysAgo: 9,
    callsByWeekday: [0, 22, 20, 18, 0, 0, 0],
    trend: () => 1,
    firstHour: 16,
    hourWeights: [5, 7, 8, 5],
  },
]

/** The second to last Monday was busy. It lies this many days back at least. */
const busyDaysAgoMin = 8

/** Returns how many calls a campaign gets on a day. */
export function callsOn(random: Random, pattern: CampaignPattern, day: LocalDay): number {
  const { daysAgo, weekday } = day
  if (daysAgo > pattern.firstDaysAgo || daysAgo < pattern.lastDaysAgo) return 0
  const usual = pattern.callsByWeekday[weekday - 1]! * pattern.trend(daysAgo)
  const isBusy = weekday === 1 && daysAgo >= busyDaysAgoMin && daysAgo < busyDaysAgoMin + 7
  return Math.round(usual * (isBusy ? 2.2 : 1) * (0.85 + 0.3 * random.next()))
}

/** Returns the instant of a call on a day. */
export function timeOn(random: Random, pattern: CampaignPattern, day: LocalDay): number {
  const hours = pattern.hourWeights.map((weight, index) => [pattern.firstHour + index, weight] as const)
  return Math.floor(day.at(random.weighted(hours), random.next() * 60))
}

/** The share of calls that a person answers, by the local hour: few at noon, most in the early evening. */
const answeredByHour: Readonly<Record<number, number>> = {
  8: 0.38,
  9: 0.43,
  10: 0.52,
  11: 0.57,
  12: 0.44,
  13: 0.4,
  14: 0.48,
  15: 0.51,
  16: 0.56,
  17: 0.63,
  18: 0.66,
  19: 0.57,
}

/** How an attempt ends; `rejected`: the carrier refuses to place it. */
export type Ending = 'answered' | 'voicemail' | 'no_answer' | 'busy' | 'failed' | 'rejected'

/**
 * Returns how an attempt at that local hour ends. A machine is known as such only where the carrier detects machines.
 */
export function endingAt(random: Random, hour: number, detectsMachines: boolean): Ending {
  if (random.isTrue(answeredByHour[hour] ?? 0.45)) return 'answered'
  return random.weighted([
    ['no_answer', 62],
    ['busy', 15],
    ['voicemail', detectsMachines ? 24 : 0],
    ['failed', 4],
    ['rejected', 2],
  ] as const)
}
