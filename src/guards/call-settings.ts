import { z } from 'zod'
import { isKnownCountry } from '../base/phone-number.ts'

/** Types of numbers that are refused unless they are declared. `non_geographic`: codes of no country, such as +881. */
export const guardedTypes = [
  'premium_rate',
  'shared_cost',
  'uan',
  'personal_number',
  'pager',
  'voicemail',
  'non_geographic',
] as const
export type GuardedType = (typeof guardedTypes)[number]

const Country = z
  .string()
  .refine(
    (code) => /^[A-Z]{2}$/.test(code) && isKnownCountry(code),
    'must be a country code in two capitals, such as DE',
  )

const Rate = z.strictObject({
  prefix: z.string().regex(/^\+[1-9]\d{0,14}$/, 'must be the beginning of a number in E.164, such as "+1"'),
  per_minute: z.number().min(0).max(1_000),
})

const dials = (max: number) => z.int().min(0).max(max)

/** The limits of a new installation. */
export const defaultLimits = {
  dials_a_day: 5_000,
  minutes_a_day: 10_000,
  minutes_a_call: 60,
  number_dials_a_day: 3,
  number_dials_a_week: 10,
  block_dials_an_hour: 30,
} as const

/** What an organization may ring, as it is declared; `docs/guards.md` says what each does. */
export const CallSettings = z.strictObject({
  /** Null: the countries of the project's caller IDs. */
  countries: z.array(Country).min(1).max(250).nullable().default(null),
  number_types: z.array(z.enum(guardedTypes)).max(guardedTypes.length).default([]),
  dials_a_day: dials(100_000_000).default(defaultLimits.dials_a_day),
  minutes_a_day: dials(1_000_000_000).default(defaultLimits.minutes_a_day),
  /** The longest call that no agent leads, in minutes. */
  minutes_a_call: z.int().min(1).max(1_440).default(defaultLimits.minutes_a_call),
  /** In the currency of the rates; null: unbounded. */
  spend_a_day: z.number().min(0).max(10_000_000).nullable().default(null),
  rates: z
    .array(Rate)
    .max(1_000)
    .refine((rates) => new Set(rates.map(({ prefix }) => prefix)).size === rates.length, {
      error: 'must not have a prefix twice',
    })
    .default([]),
  number_dials_a_day: dials(100_000_000).default(defaultLimits.number_dials_a_day),
  number_dials_a_week: dials(100_000_000).default(defaultLimits.number_dials_a_week),
  block_dials_an_hour: dials(100_000_000).default(defaultLimits.block_dials_an_hour),
  /** A STOP in WhatsApp puts the number on the do-not-call list too. */
  stop_covers_calls: z.boolean().default(false),
})
export type CallSettings = z.output<typeof CallSettings>

const defaults = CallSettings.parse({})

/** Returns the settings from what is stored of them. */
export function settingsFrom(stored: Partial<CallSettings> | null): CallSettings {
  return { ...defaults, ...stored }
}

/** Returns what is stored of declared settings: what differs from the defaults; null if nothing does. */
export function settingsToStore(settings: CallSettings | null): Partial<CallSettings> | null {
  if (settings === null) return null
  const differing = (Object.keys(settings) as (keyof CallSettings)[])
    .filter((key) => JSON.stringify(settings[key]) !== JSON.stringify(defaults[key]))
    .sort()
  return differing.length === 0 ? null : Object.fromEntries(differing.map((key) => [key, settings[key]]))
}
