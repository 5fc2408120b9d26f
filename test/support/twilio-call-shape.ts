/** How a property of the Call resource is written on the wire; every one may also be null. */
export type PropertyShape = 'sid' | 'date' | 'digits' | 'decimal' | 'text' | 'status' | 'uris'

/**
 * Every property of Twilio's Call resource and its form, from the provider's OpenAPI document of version 2010-04-01
 * (schema `api.v2010.account.call`). A `sid` is two capital letters and 32 hex digits, a `date` is RFC 2822 in UTC.
 */
const callResourceShape: Readonly<Record<string, PropertyShape>> = {
  sid: 'sid',
  date_created: 'date',
  date_updated: 'date',
  parent_call_sid: 'sid',
  account_sid: 'sid',
  to: 'text',
  to_formatted: 'text',
  from: 'text',
  from_formatted: 'text',
  phone_number_sid: 'sid',
  status: 'status',
  start_time: 'date',
  end_time: 'date',
  duration: 'digits',
  price: 'decimal',
  price_unit: 'text',
  direction: 'text',
  answered_by: 'text',
  api_version: 'text',
  forwarded_from: 'text',
  group_sid: 'sid',
  caller_name: 'text',
  queue_time: 'digits',
  trunk_sid: 'sid',
  uri: 'text',
  subresource_uris: 'uris',
}

/** The statuses of the resource. Callbacks have `initiated` too. */
const callResourceStatuses: readonly string[] = [
  'queued',
  'ringing',
  'in-progress',
  'completed',
  'busy',
  'failed',
  'no-answer',
  'canceled',
]

/** Returns what is wrong with a Call resource, one sentence for each fault. */
export function callShapeFaults(resource: Readonly<Record<string, unknown>>): string[] {
  const missing = Object.keys(callResourceShape).filter((name) => !(name in resource))
  const faults = missing.map((name) => `${name} is missing`)
  for (const [name, value] of Object.entries(resource)) {
    const shape = callResourceShape[name]
    if (shape === undefined) faults.push(`${name} is no property of a call`)
    else if (value !== null && !fits(value, shape))
      faults.push(`${name} is no ${shape}: ${JSON.stringify(value)}`)
  }
  return faults
}

function fits(value: unknown, shape: PropertyShape): boolean {
  if (shape === 'uris') return typeof value === 'object'
  if (typeof value !== 'string') return false
  switch (shape) {
    case 'sid':
      return /^[A-Z]{2}[0-9a-fA-F]{32}$/.test(value)
    case 'date':
      return /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d \+0000$/.test(value)
    case 'digits':
      return /^\d+$/.test(value)
    case 'decimal':
      return /^-?\d+\.\d+$/.test(value)
    case 'status':
      return callResourceStatuses.includes(value)
    case 'text':
      return true
  }
}
