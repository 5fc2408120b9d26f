// What the fields of a campaign and their values are called where they are not edited: of faults and of conflicts.
import type { CallingHours } from '../components/week.tsx'
import { comma } from '../format/comma.ts'
import { calleeZone } from '../format/hours-zone.ts'
import { formatNumber } from '../format/number.ts'
import type { Json } from '../hooks/merge-record.ts'
import type { MessagesOf } from '../messages/use-messages.ts'
import type { Retry } from './retry.tsx'

/** Returns where a fault lies, as the form calls it: "Hours, row 2". */
export function placeOfFault(
  path: string,
  { campaignForm: texts, locale }: MessagesOf<'campaignForm'>,
): string {
  const [field = ''] = path.split(/[.[]/)
  const name = texts.fields[field] ?? field
  const row = /^calling_hours\.windows\[(\d+)\]/.exec(path)?.[1]
  return row === undefined ? name : texts.row(name, formatNumber(Number(row) + 1, locale))
}

/** Returns what a field or a member of one is called, for the dialog about conflicts: "Hours: Time zone". */
export function nameOfField(field: string, { campaignForm: texts }: MessagesOf<'campaignForm'>): string {
  const [above = ''] = field.split('.')
  const member: string | undefined = {
    'calling_hours.timezone': texts.zone,
    'calling_hours.also_callee': texts.clock,
    'calling_hours.closed_dates': texts.closedDatesTitle,
    'retry.max_attempts': texts.attempts,
    'retry.delay_minutes': texts.delay,
    'retry.on': texts.outcomes,
  }[field]
  const name = texts.fields[above] ?? field
  return member === undefined ? name : `${name}: ${member}`
}

/** Returns the value of a field in words, for the dialog about conflicts. */
export function describeField(
  field: string,
  value: Json | undefined,
  { campaignForm: texts, campaigns, common, locale }: MessagesOf<'campaignForm' | 'campaigns'>,
): string {
  if (field === 'calling_hours.also_callee') return texts.clocks[value === true ? 'both' : 'zone']!
  if (value === null || value === undefined) return field === 'calling_hours' ? texts.always : common.none
  if (field === 'calling_hours') {
    const hours = value as unknown as CallingHours
    const windows = describeWindows(hours.windows, texts, locale)
    const closed =
      hours.closed_dates.length === 0 ? [] : [texts.legendClosed(hours.closed_dates.join(comma(locale)))]
    const place = describeZone(hours.timezone, texts)
    const also = hours.also_callee === true ? [texts.clocks['both']!] : []
    return [...windows, place, ...also, ...closed].join('\n')
  }
  if (field === 'calling_hours.timezone') return describeZone(value as string, texts)
  if (field === 'calling_hours.closed_dates') return (value as string[]).join(comma(locale)) || common.none
  if (field === 'calling_hours.windows')
    return describeWindows(value as unknown as CallingHours['windows'], texts, locale).join('\n')
  if (field === 'retry') {
    const { max_attempts, delay_minutes, on } = value as unknown as Retry
    const after = on.map((one) => campaigns.retryOutcomes[one] ?? one).join(comma(locale))
    return campaigns.retry(String(max_attempts), String(delay_minutes), after)
  }
  if (field === 'retry.on')
    return (value as string[]).map((one) => campaigns.retryOutcomes[one] ?? one).join(comma(locale))
  if (typeof value === 'number') return formatNumber(value, locale)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function describeWindows(
  windows: CallingHours['windows'],
  { dayNames }: MessagesOf<'campaignForm'>['campaignForm'],
  locale: string,
): string[] {
  return windows.map(
    ({ days, from, to }) => `${days.map((day) => dayNames[day] ?? day).join(comma(locale))} ${from}–${to}`,
  )
}

function describeZone(timezone: string, { clocks }: MessagesOf<'campaignForm'>['campaignForm']): string {
  return timezone === calleeZone ? clocks['callee']! : timezone
}
