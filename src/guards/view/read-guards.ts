import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import { settingsFrom } from '../call-settings.ts'
import type { CallSettings } from '../call-settings.ts'
import { guards, settingOf } from '../guard.ts'
import type { Guard } from '../guard.ts'
import { selectDayUse } from '../limits/day-queries.ts'
import type { DayUse } from '../limits/day-queries.ts'
import { guardTimes } from '../limits/guard-times.ts'
import { countriesOf } from '../numbers/number-rules.ts'
import { selectRefusals } from '../refusals/refusal-queries.ts'
import { selectCallerNumbers, selectCallSettings } from './guard-queries.ts'

const shownMs = 7 * 86_400_000

/**
 * Returns the guards of an organization: what they allow, what is used of the day, and what they refused in seven days.
 *
 * @param projectIds the only projects whose calls and numbers the reader may see; null: all.
 */
export async function readGuards(
  { db, clock }: { db: Db; clock: Clock },
  organizationId: string,
  projectIds: readonly string[] | null,
) {
  const now = clock.now()
  const times = guardTimes(now)
  const [stored, use, refusals, projects] = await Promise.all([
    selectCallSettings(db, organizationId),
    selectDayUse(db, organizationId, times),
    selectRefusals(db, organizationId, new Date(now.getTime() - shownMs)),
    selectCallerNumbers(db, organizationId, projectIds),
  ])
  const settings = settingsFrom(stored)
  const defaults = settingsFrom(null)
  const refusalsOf = new Map(refusals.map((each) => [each.guard, each]))
  return {
    at: now.toISOString(),
    day_ends_at: times.nextDay.toISOString(),
    guards: guards.map((guard) => {
      const refused = refusalsOf.get(guard)
      const value = valueOf(settings, guard)
      const preset = valueOf(defaults, guard)
      return {
        guard,
        setting: settingOf[guard],
        value,
        default: preset,
        is_default: JSON.stringify(value) === JSON.stringify(preset),
        used: usedOfDay(use, guard),
        refused: refused?.refusals ?? 0,
        last_refused:
          refused === undefined || projectIds?.includes(refused.project_id) === false
            ? null
            : shownRefusal(refused),
        tripped_at: refused?.tripped_at ?? null,
      }
    }),
    projects: projects.map(({ _id, name, numbers }) => ({ _id, name, countries: countriesOf(numbers) })),
  }
}

function shownRefusal({
  at,
  phone_number,
  project_id,
  project_name,
  campaign_id,
  campaign_name,
}: Awaited<ReturnType<typeof selectRefusals>>[number]) {
  return { at, phone_number, project_id, project_name, campaign_id, campaign_name }
}

function valueOf(settings: CallSettings, guard: Guard): number | string[] | null {
  switch (guard) {
    case 'country':
      return settings.countries
    case 'number_type':
      return settings.number_types
    case 'rate':
      return settings.rates.map(({ prefix }) => prefix)
    default:
      return settings[guard]
  }
}

function usedOfDay(use: DayUse, guard: Guard): number | null {
  switch (guard) {
    case 'dials_a_day':
      return use.dials
    case 'minutes_a_day':
      return Math.ceil((use.reserved_seconds + use.used_seconds) / 60)
    case 'spend_a_day':
      return use.reserved_amount + use.used_amount
    default:
      return null
  }
}
