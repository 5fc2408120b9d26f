import fc from 'fast-check'
import { renewalWorkflow } from '../../src/workflows/example-renewal.ts'

const text = fc.oneof(
  fc.constantFrom(
    'yes',
    'null',
    '<<',
    '0123',
    '2027-01-01',
    '1e3',
    '- a',
    'a: b',
    '# no',
    '"',
    "'",
    '~',
    '*a',
    '&a',
    '!t',
    '%',
  ),
  fc.stringMatching(/^[\w äß漢😀:#'"{}[\]&*!|>%@`,?-]{1,20}$/u),
)
const name = text.map((value) => value.trim()).filter((value) => value !== '' && value.length <= 200)
/** Text that Liquid takes as it is. */
const spoken = text.filter((value) => !/[{}%]/.test(value))
const names = (most: number) => fc.uniqueArray(name, { maxLength: most })
const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`))
const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata')
const digits = fc.stringMatching(/^[1-9]\d{8,14}$/)
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(optional(arbitrary), { nil: null })
const rate = fc.constantFrom(0.25, 1, 12.5, 1_000)

const number = fc.integer({ min: 200, max: 999 }).map((local) => `+1415555${String(local).padStart(4, '0')}`)

const hours = fc.record({
  timezone: optional(zone),
  windows: fc.constantFrom(
    [{ days: ['mon', 'tue'], from: '09:00', to: '12:30' }],
    [
      { days: ['fri'], from: '20:00', to: '02:00' },
      { days: ['sun', 'mon'], from: '10:00', to: '24:00' },
    ],
  ),
  closed_dates: optional(fc.constantFrom([], ['2026-12-25', '2027-01-01'])),
})

const retry = fc.record({
  max_attempts: fc.integer({ min: 1, max: 5 }),
  delay_minutes: optional(fc.constantFrom(0, 0.05, 30)),
  on: optional(fc.shuffledSubarray(['no_answer', 'busy', 'failed', 'voicemail'])),
})

const plain = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const component = fc
  .dictionary(
    fc.oneof(text, fc.constantFrom('text', 'buttons')),
    fc.oneof(plain, fc.array(plain, { maxLength: 3 })),
    {
      maxKeys: 4,
    },
  )
  .map((members) => ({ ...members, type: 'BODY' }))

const workflow = fc.oneof(
  fc.constant<object>(renewalWorkflow),
  spoken.map((said) => ({ start: 'bye', steps: { bye: { kind: 'hang_up', text: said } } })),
)

interface Names {
  carriers: string[]
  numbers: string[]
  workflows: string[]
  campaigns: string[]
  senders: string[]
  templates: string[]
  broadcasts: string[]
  keys: string[]
}

/** The lists of a project, whose records refer to each other. */
function sectionsOf(of: Names): fc.Arbitrary<Record<string, unknown>> {
  const each = <T>(values: readonly string[], record: (value: string) => fc.Arbitrary<T>) =>
    fc.tuple(...values.map(record))
  const oneOf = (values: readonly string[]) =>
    values.length === 0 ? fc.constant(null) : nullable(fc.constantFrom(...values))
  const known = (values: readonly string[]) => fc.constantFrom(...values)
  return fc.record({
    voice_carriers: each(of.carriers, (carrier) =>
      fc.record({
        name: fc.constant(carrier),
        kind: fc.constant('twilio'),
        account_sid: hex(32).map((sid) => `AC${sid}`),
        auth_token: hex(16),
        api_url: nullable(fc.constantFrom('http://127.0.0.1:9901', 'https://api.twilio.com/')),
        calls_per_second: optional(rate),
        unknown_grace_seconds: optional(fc.integer({ min: 1, max: 3_600 })),
      }),
    ),
    caller_ids: each(of.carriers.length === 0 ? [] : of.numbers, (callerId) =>
      fc.record({ number: fc.constant(callerId), carrier: known(of.carriers) }),
    ),
    workflows: each(of.workflows, (each_) => fc.record({ name: fc.constant(each_), definition: workflow })),
    campaigns: each(of.campaigns, (campaign) =>
      fc.record({
        name: fc.constant(campaign),
        status: optional(fc.constantFrom('draft', 'running', 'paused', 'ended')),
        call_direction: optional(fc.constantFrom('outbound', 'inbound')),
        campaign_type: fc.constantFrom('workflow', 'script'),
        workflow: oneOf(of.workflows),
        script: nullable(spoken),
        voice: nullable(fc.constantFrom('alice', 'Polly.Joanna')),
        caller_id: of.carriers.length === 0 ? fc.constant(null) : oneOf(of.numbers),
        calling_hours: nullable(hours),
        slots: optional(fc.integer({ min: 1, max: 20 })),
        retry: nullable(retry),
        ring_timeout_seconds: optional(fc.integer({ min: 5, max: 600 })),
        machine_detection: fc.constant(true),
        ends_at: nullable(
          fc.constantFrom('2027-06-30T22:00:00Z', '2027-06-30', '2027-06-30T22:00:00.5+02:00'),
        ),
      }),
    ),
    whatsapp_senders: each(of.senders, (sender) =>
      fc.record({
        name: fc.constant(sender),
        phone_number_id: digits,
        business_account_id: digits,
        display_phone_number: fc.constantFrom('+1 555-078-3881', '+4930123456'),
        access_token: hex(16),
        app_secret: hex(16),
        verify_token: hex(16),
        status: optional(fc.constantFrom('connected', 'disconnected')),
        catalog_id: nullable(digits),
        api_url: nullable(fc.constantFrom('http://127.0.0.1:9902')),
        messages_per_second: optional(rate),
      }),
    ),
    whatsapp_templates: each(of.senders.length === 0 ? [] : of.templates, (template) =>
      fc.record({
        name: fc.constant(template),
        sender: known(of.senders),
        language: fc.constantFrom('en', 'pt-BR', 'de_AT'),
        category: fc.constantFrom('utility', 'marketing', 'authentication'),
        status: fc.constantFrom('approved', 'pending', 'paused'),
        components: fc.array(component, { maxLength: 3 }),
      }),
    ),
    broadcasts: each(of.senders.length === 0 ? [] : of.broadcasts, (broadcast) =>
      fc.record({ name: fc.constant(broadcast), sender: known(of.senders), template: oneOf(of.templates) }),
    ),
    api_keys: each(of.keys, (key) =>
      fc.record({
        name: fc.constant(key),
        scopes: optional(fc.shuffledSubarray(['calls:create', 'whatsapp:create'])),
      }),
    ),
  })
}

const namesOfRecords: fc.Arbitrary<Names> = fc.record({
  carriers: names(2),
  numbers: fc.uniqueArray(number, { maxLength: 3 }),
  workflows: names(2),
  campaigns: names(3),
  senders: names(2),
  templates: fc.uniqueArray(fc.stringMatching(/^[a-z0-9_]{1,12}$/), { maxLength: 2 }),
  broadcasts: names(2),
  keys: names(2),
})

const project = (projectName: string) =>
  fc
    .tuple(
      fc.record({
        name: fc.constant(projectName),
        status: optional(fc.constantFrom('active', 'archived')),
        language: optional(fc.constantFrom('en', 'pt-BR')),
        timezone: optional(zone),
        default_country: nullable(fc.constantFrom('US', 'DE')),
        ticket_keywords: optional(fc.constantFrom([], ['refund', 'talk to somebody', 'no'])),
      }),
      namesOfRecords.chain(sectionsOf),
    )
    .map(([fields, sections]) => ({ ...fields, ...sections }))

/** Random declarations of one organization with the name. Nothing in them is at fault. */
export function randomDeclaration(organizationName: string): fc.Arbitrary<Record<string, unknown>> {
  const plan = fc.record({
    status: optional(fc.constantFrom('active', 'inactive')),
    whatsapp_sends: optional(fc.nat(10_000)),
    links: optional(fc.nat(500)),
  })
  return names(2).chain((projects) =>
    fc.record({ plan: optional(plan), projects: fc.tuple(...projects.map(project)) }).map((organization) => ({
      organizations: [JSON.parse(JSON.stringify({ name: organizationName, ...organization })) as unknown],
    })),
  )
}
