import { wideCallSettings } from '../support/declarations.ts'
import { calleeZones, mobileZones } from './callee-hours.ts'
import { firstOpening, nextClockChange, wallClock } from './hours-oracle.ts'
import type { DeclaredHours } from './hours-oracle.ts'
import { createRandom } from './random.ts'

/** What a campaign tests. */
export type Purpose =
  | 'slots'
  | 'numbers'
  | 'blinking'
  | 'callee'
  /** Its callees have Australian mobile numbers. */
  | 'abroad'
  | 'far'
  | 'ending'
  | 'never'
  | 'rate'
  | 'held'
  /** Numbers of its calls are put on the do-not-call list. */
  | 'listed'
  | 'bytes'

/** A campaign as the harness declares it. The checks compare the service with it. */
export interface PlannedCampaign {
  name: string
  project: string
  purpose: Purpose
  slots: number
  hours: DeclaredHours | null
  retry: { maxAttempts: number; delayMs: number; on: string[] }
  endsAt: number | null
}

export interface PlannedCarrier {
  project: string
  accountSid: string
  callsPerSecond: number
  graceSeconds: number
}

export interface Plan {
  campaigns: PlannedCampaign[]
  carriers: PlannedCarrier[]
  /** The numbers that are called by all campaigns with the purpose `numbers`. */
  sharedNumbers: string[]
  token: string
}

export interface PlanOptions {
  seed: string
  startsAt: number
  /** When clients and faults stop. */
  loadEndsAt: number
}

const minuteMs = 60_000
const dayMinutes = 24 * 60
const dayMs = dayMinutes * minuteMs
/** How far the oracle looks for an opening. */
export const hoursHorizonMs = 200 * dayMs
const slotCounts = [1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 10, 12, 15, 18, 20, 25, 30, 35, 40, 50]
const zones = [
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Africa/Casablanca',
  'Asia/Kolkata',
  'Antarctica/Troll',
  'Europe/Berlin',
  'America/Nuuk',
  'Pacific/Kiritimati',
]
const retry = { maxAttempts: 3, delayMs: 3_000, on: ['no_answer', 'busy'] }
const once = { maxAttempts: 1, delayMs: 0, on: [] }

/** Returns the campaigns and carriers of a run. Zones and slots are the same in every run, the open minutes are not. */
export function createPlan({ seed, startsAt, loadEndsAt }: PlanOptions): Plan {
  const random = createRandom(`${seed} plan`)
  const always = { hours: null, endsAt: null }
  const slots = slotCounts.map((count, index): PlannedCampaign => {
    const name = `Slots ${index + 1}`
    return { name, project: 'Slots', purpose: 'slots', slots: count, retry, ...always }
  })
  const numbers = [1, 2, 3, 4].map((index): PlannedCampaign => {
    const name = `Numbers ${index}`
    return { name, project: 'Numbers', purpose: 'numbers', slots: 12, retry, ...always }
  })
  const blinking = zones.map((timezone): PlannedCampaign => {
    const hours = blinkingHours(timezone, random.integer(0, 1), startsAt, loadEndsAt)
    const name = `Blinking ${timezone}`
    return { name, project: 'Hours', purpose: 'blinking', slots: 5, hours, retry, endsAt: null }
  })
  const callee = [1, 2].map((index): PlannedCampaign => {
    const parity = random.integer(0, 1)
    // Where one zone is open, its neighbor in the list is closed: otherwise a wrong zone would not be seen.
    const windows = calleeZones.flatMap(
      (zone, at) => blinkingHours(zone, (parity + at) % 2, startsAt, loadEndsAt).windows,
    )
    const hours = { timezone: 'callee', windows, closed_dates: [] }
    const name = `Callee ${index}`
    return { name, project: 'Hours', purpose: 'callee', slots: 5, hours, retry, endsAt: null }
  })
  const abroad = abroadCampaign(startsAt, loadEndsAt)
  const far = zones.flatMap((timezone): PlannedCampaign[] => {
    const hours = farHours(timezone, startsAt)
    if (hours === null) return []
    return [
      {
        name: `Far ${timezone}`,
        project: 'Hours',
        purpose: 'far',
        slots: 5,
        hours,
        retry: once,
        endsAt: null,
      },
    ]
  })
  const others: PlannedCampaign[] = [
    {
      name: 'Ending',
      project: 'Hours',
      purpose: 'ending',
      slots: 1,
      hours: null,
      retry,
      endsAt: Math.round(startsAt + (loadEndsAt - startsAt) * 0.6),
    },
    // The campaign's first window begins after its end, so every call is refused.
    {
      name: 'Never',
      project: 'Hours',
      purpose: 'never',
      slots: 5,
      hours: {
        timezone: 'Europe/Berlin',
        windows: [{ days: weekdays, from: '09:00', to: '10:00' }],
        closed_dates: datesFrom('Europe/Berlin', startsAt, startsAt + 40 * dayMs),
      },
      retry: once,
      endsAt: startsAt + 30 * dayMs,
    },
    ...['Held 1', 'Held 2'].map((name): PlannedCampaign => ({
      name,
      project: 'Held',
      purpose: 'held',
      slots: 4,
      retry,
      ...always,
    })),
    // Two slots, so that calls wait.
    { name: 'Listed', project: 'Held', purpose: 'listed', slots: 2, retry: once, ...always },
    { name: 'Rate', project: 'Rate', purpose: 'rate', slots: 100, retry: once, ...always },
    { name: 'Bytes', project: 'Bytes', purpose: 'bytes', slots: 1_000, retry: once, ...always },
  ]
  const projects = ['Slots', 'Numbers', 'Hours', 'Rate', 'Bytes', 'Held']
  return {
    campaigns: [...slots, ...numbers, ...blinking, ...callee, abroad, ...far, ...others],
    carriers: projects.map((project, index) => ({
      project,
      accountSid: `AC${String(index + 1).padStart(32, '0')}`,
      callsPerSecond: project === 'Rate' ? 5 : 300,
      graceSeconds: project === 'Bytes' ? 2 : 5,
    })),
    sharedNumbers: [1, 2, 3, 4, 5].map((digit) => `+1415200000${digit}`),
    token: 'a token of the observer',
  }
}

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/**
 * Returns a campaign that is open in the east of Australia all the time, and everywhere in Australia in every other
 * minute, but not in the first one. So even a short load has calls that only a wrong zone lets through.
 */
export function abroadCampaign(startsAt: number, loadEndsAt: number): PlannedCampaign {
  const parity = 1 - (Math.floor(startsAt / minuteMs) % 2)
  const blinks = mobileZones.map((zone) => blinkingHours(zone, parity, startsAt, loadEndsAt))
  const windows = [blinkingHours('Australia/Sydney', 1 - parity, startsAt, loadEndsAt), ...blinks].flatMap(
    (hours) => hours.windows,
  )
  const hours = { timezone: 'callee', windows: joined(windows), closed_dates: [] }
  return { name: 'Abroad', project: 'Hours', purpose: 'abroad', slots: 5, hours, retry, endsAt: null }
}

/** Returns windows that open in the same minutes and do not overlap. */
function joined(windows: DeclaredHours['windows']): DeclaredHours['windows'] {
  const minutesOf = (time: string) => 60 * Number(time.slice(0, 2)) + Number(time.slice(3))
  const timeOf = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const open = new Map(weekdays.map((day) => [day, new Set<number>()]))
  for (const { days, from, to } of windows)
    for (const day of days) {
      const length = (minutesOf(to) - minutesOf(from) + dayMinutes) % dayMinutes || dayMinutes
      for (let minute = minutesOf(from); minute < minutesOf(from) + length; minute++) {
        const place = weekdays.indexOf(day) + Math.floor(minute / dayMinutes)
        open.get(weekdays[place % weekdays.length]!)!.add(minute % dayMinutes)
      }
    }
  return [...open].flatMap(([day, minutes]) =>
    [...minutes]
      .filter((minute) => !minutes.has(minute - 1))
      .map((from) => {
        let to = from
        while (minutes.has(to)) to++
        return { days: [day], from: timeOf(from), to: timeOf(to) }
      }),
  )
}

/** Returns hours that are open in every other minute of the load, and for two hours from its last full minute. */
export function blinkingHours(
  timezone: string,
  parity: number,
  startsAt: number,
  loadEndsAt: number,
): DeclaredHours {
  const windows: DeclaredHours['windows'] = []
  const last = Math.floor(loadEndsAt / minuteMs)
  for (let minute = Math.floor(startsAt / minuteMs); minute < last; minute++)
    if (minute % 2 === parity) windows.push(windowOf(timezone, minute, 1))
  windows.push(windowOf(timezone, last, 120))
  return { timezone, windows, closed_dates: [] }
}

function windowOf(timezone: string, minute: number, minutes: number): DeclaredHours['windows'][number] {
  const { day, time } = wallClock(timezone, minute * minuteMs)
  const to = wallClock(timezone, (minute + minutes) * minuteMs).time
  return { days: [day], from: time, to: to === '00:00' ? '24:00' : to }
}

/** Returns hours that are closed until after the zone's next clock change; null if there is none within the horizon. */
export function farHours(timezone: string, startsAt: number): DeclaredHours | null {
  const change = nextClockChange(timezone, startsAt, startsAt + hoursHorizonMs - 3 * dayMs)
  if (change === null) return null
  const windows = [
    { days: weekdays, from: '09:10', to: '12:00' },
    { days: weekdays, from: '22:30', to: '01:15' },
  ]
  const closed_dates = datesFrom(timezone, startsAt - dayMs, change + dayMs)
  const hours = { timezone, windows, closed_dates }
  return firstOpening(hours, change, startsAt + hoursHorizonMs) === null ? null : hours
}

function datesFrom(timezone: string, from: number, until: number): string[] {
  const dates = new Set<string>()
  for (let at = from; at < until; at += dayMs / 4) dates.add(wallClock(timezone, at).date)
  return [...dates]
}

/** Returns the declaration for `switchboard apply`. */
export function declarationOf(plan: Plan, observerUrl: string): unknown {
  const callerId = '+14155550100'
  const projects = plan.carriers.map((carrier) => ({
    name: carrier.project,
    default_country: 'US',
    voice_carriers: [
      {
        name: 'observer',
        kind: 'twilio',
        account_sid: carrier.accountSid,
        auth_token: plan.token,
        api_url: observerUrl,
        calls_per_second: carrier.callsPerSecond,
        unknown_grace_seconds: carrier.graceSeconds,
      },
    ],
    caller_ids: [{ number: callerId, carrier: 'observer' }],
    campaigns: plan.campaigns
      .filter(({ project }) => project === carrier.project)
      .map((campaign) => declaredCampaign(campaign, callerId)),
    requests_per_second: 'none',
    api_keys: [{ name: 'clients', scopes: ['calls:create', 'suppressions:manage'], rate: 'none' }],
  }))
  return {
    organizations: [{ name: 'Faults', calls: { ...wideCallSettings, countries: ['US', 'AU'] }, projects }],
  }
}

function declaredCampaign({ name, slots, hours, retry, endsAt }: PlannedCampaign, callerId: string): unknown {
  return {
    name,
    status: 'running',
    call_direction: 'outbound',
    campaign_type: 'script',
    script: 'Hello {{ customer.name }}',
    voice: 'alice',
    caller_id: callerId,
    slots,
    ring_timeout_seconds: 5,
    ...(hours !== null && { calling_hours: hours }),
    ...(retry.maxAttempts > 1 && {
      retry: { max_attempts: retry.maxAttempts, delay_minutes: retry.delayMs / minuteMs, on: retry.on },
    }),
    ...(endsAt !== null && { ends_at: new Date(endsAt).toISOString() }),
  }
}
