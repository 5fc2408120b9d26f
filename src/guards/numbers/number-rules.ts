import { kindOfPhoneNumber } from '../../base/phone-number.ts'
import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { settingsFrom } from '../call-settings.ts'
import type { CallSettings, GuardedType } from '../call-settings.ts'
import type { NumberGuard } from '../guard.ts'

/** What the guards of numbers need of an organization and one of its projects, as `numberRules` reads it. */
export interface NumberRules {
  /** What is stored of the organization's settings; null: the defaults. */
  calls: Partial<CallSettings> | null
  /** The project's caller IDs, E.164; empty where the organization declares its countries. */
  caller_numbers: string[]
}

/** Only the first 1,000 caller IDs add countries; an organization with more declares `calls.countries`. */
const callerNumbersMax = sql`1000`

/**
 * Returns the rules of a project as one JSON value, from `projects p`. Indexes: the primary key, caller_ids_number_key.
 */
export const numberRules: Sql = sql`(select jsonb_build_object('calls', o.calls, 'caller_numbers',
      case when o.calls ->> 'countries' is not null then '[]'::jsonb else coalesce((
        select jsonb_agg(i.number) from (select number from caller_ids where organization_id = p.organization_id
          and project_id = p._id order by number limit ${callerNumbersMax}) i), '[]'::jsonb) end)
    from organizations o where o._id = p.organization_id)`

/** Returns the rules of a project. */
export async function selectNumberRules(
  db: Queryable,
  { organization_id, project_id }: { organization_id: string; project_id: string },
): Promise<NumberRules> {
  const [row] = await db.query<{ number_rules: NumberRules }>(sql`
    select ${numberRules} as number_rules from projects p
    where p.organization_id = ${organization_id} and p._id = ${project_id}`)
  if (row === undefined) throw new Error('the project of a call is missing')
  return row.number_rules
}

/** Why a number is not called: the guard, what it found and what it would let pass. */
export interface RefusedNumber {
  guard: NumberGuard
  /** The number's country or type; the number itself for `rate`. */
  found: string
  allowed: readonly string[]
}

const guardedTypeOf: Record<string, GuardedType> = {
  PREMIUM_RATE: 'premium_rate',
  SHARED_COST: 'shared_cost',
  UAN: 'uan',
  PERSONAL_NUMBER: 'personal_number',
  PAGER: 'pager',
  VOICEMAIL: 'voicemail',
}

/**
 * Returns which guard refuses the number; null if it may be called. A number that no plan knows is refused (Rule 118).
 *
 * @param number E.164
 */
export function refusedNumber(rules: NumberRules, number: string): RefusedNumber | null {
  const settings = settingsFrom(rules.calls)
  const { country, type } = kindOfPhoneNumber(number)
  if (country !== null) {
    const allowed = settings.countries ?? countriesOf(rules.caller_numbers)
    if (!allowed.includes(country)) return { guard: 'country', found: country, allowed }
  }
  // Outside of all countries even a mobile number is that of a satellite or of a ship.
  const found = [country === null ? 'non_geographic' : null, type === null ? 'unknown' : guardedTypeOf[type]]
  const refused = found.find((each) => each != null && !(settings.number_types as string[]).includes(each))
  if (refused != null) return { guard: 'number_type', found: refused, allowed: settings.number_types }
  if (settings.spend_a_day !== null && minutePrice(settings, number) === null)
    return { guard: 'rate', found: number, allowed: settings.rates.map(({ prefix }) => prefix) }
  return null
}

/**
 * Returns the price of a minute by the longest declared prefix of the number; null if no prefix matches.
 * `minutePriceSql` of the limits is the same in SQL.
 */
export function minutePrice({ rates }: Pick<CallSettings, 'rates'>, number: string): number | null {
  let best: CallSettings['rates'][number] | null = null
  for (const rate of rates)
    if (number.startsWith(rate.prefix) && rate.prefix.length > (best?.prefix.length ?? 0)) best = rate
  return best?.per_minute ?? null
}

/** The countries of caller IDs, by number. They are few, and asked for with every call. */
const countryOf = new Map<string, string | null>()
const countriesKeptMax = 10_000

/** Returns the countries of numbers in E.164, each once, in order. */
export function countriesOf(numbers: readonly string[]): string[] {
  const countries = new Set<string>()
  for (const number of numbers) {
    let country = countryOf.get(number)
    if (country === undefined) {
      country = kindOfPhoneNumber(number).country
      if (countryOf.size >= countriesKeptMax) countryOf.clear()
      countryOf.set(number, country)
    }
    if (country !== null) countries.add(country)
  }
  return [...countries].sort()
}
