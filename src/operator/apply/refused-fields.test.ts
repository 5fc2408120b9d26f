import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { exampleDeclaration } from '../../../test/support/contract-example.ts'
import type { Tree } from '../../../test/support/contract-example.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { systemClock } from '../../base/clock.ts'
import { uuidv7 } from '../../base/ids.ts'
import { createSecretBox } from '../../base/secret-box.ts'
import { applyDeclaration } from './apply-declaration.ts'
import type { ApplyContext } from './apply-declaration.ts'

let database: TestDatabase
let context: ApplyContext

before(async () => {
  database = await createTestDatabase()
  const secretBox = createSecretBox(Buffer.alloc(32, 1))
  context = { db: database.db, clock: systemClock, newId: uuidv7, secretBox }
})
after(() => database[Symbol.asyncDispose]())

async function faultsOf(value: unknown): Promise<string[]> {
  const outcome = await applyDeclaration(context, value)
  assert.ok(!outcome.ok)
  return outcome.faults.map(({ path, message }) => `${path}: ${message}`)
}

/** Sets the field at the path below the example's project; undefined removes it. */
function set(value: Tree, path: string, to: unknown): void {
  const parts = path.split('.')
  const last = parts.pop()!
  const holder = parts.reduce((holder: Tree, part) => holder[part], value.organizations[0].projects[0])
  if (to === undefined) delete holder[last]
  else holder[last] = to
}

const project = 'organizations[0].projects[0]'
const hours = (windows: unknown[], more = {}) => ({ timezone: 'UTC', windows, closed_dates: [], ...more })
const window = (days: string[], from: string, to: string) => ({ days, from, to })

const one: [path: string, to: unknown, fault: string][] = [
  ['name', undefined, '.name: is required'],
  ['name', '', '.name: must not be empty'],
  ['name', 7, '.name: must be text: put it in quotes'],
  ['name', ' Renewals', '.name: must not begin or end with a blank'],
  ['name', 'a\nb', '.name: must be one line without control characters'],
  ['name', 'a\0b', '.name: holds a character that cannot be stored (NUL, or half of a surrogate pair)'],
  ['name', 'x'.repeat(201), '.name: must have at most 200 characters'],
  ['status', 'open', '.status: must be one of active, archived'],
  ['language', 'en_US', '.language: must be a BCP 47 language tag such as en or pt-BR'],
  ['timezone', 'Europe/Bonn', '.timezone: must be an IANA time zone such as Europe/Berlin'],
  ['timezone', '+02:00', '.timezone: must be an IANA time zone such as Europe/Berlin'],
  ['timezone', 'PST', '.timezone: must be an IANA time zone such as Europe/Berlin'],
  ['timezone', null, '.timezone: must be text'],
  ['default_country', 'de', '.default_country: must be a country code in two capitals, such as DE'],
  ['default_country', 'XX', '.default_country: must be a country code in two capitals, such as DE'],
  ['ticket_keywords', 'refund', '.ticket_keywords: must be a list'],
  ['ticket_keywords', ['refund', true], '.ticket_keywords[1]: must be text: put it in quotes'],
  ['ticket_keywords', ['?!'], '.ticket_keywords[0]: must have a letter or a digit'],
  ['ticket_keywords', [''], '.ticket_keywords[0]: must have a letter or a digit'],
  ['ticket_keywords', [' refund'], '.ticket_keywords[0]: must not begin or end with a blank'],
  ['ticket_keywords', ['x'.repeat(101)], '.ticket_keywords[0]: must have at most 100 characters'],
  ['ticket_keywords', Array(101).fill('x'), '.ticket_keywords: must have at most 100 entries'],
  ['model_tokens_a_day', 999, '.model_tokens_a_day: must be >= 1000'],
  ['events', 'all', '.events: must be one of as_needed, keep'],
  ['requests_per_second', 0, '.requests_per_second: must be >= 1'],
  ['requests_per_second', 10_001, '.requests_per_second: must be <= 10000'],
  ['requests_per_second', 'all', '.requests_per_second: must be a whole number from 1 to 10000, or none'],
  ['campaigns', null, '.campaigns: must be a list'],
  ['campaigns', {}, '.campaigns: must be a list'],
  ['campaigns.0', 'x', '.campaigns[0]: must be a mapping of fields'],
  [
    'colour',
    'red',
    '.colour: unknown field; the fields here are name, status, language, timezone, default_country, ticket_keywords, ' +
      'model_tokens_a_day, events, retention, requests_per_second, voice_carriers, caller_ids, workflows, whatsapp_senders, whatsapp_templates, broadcasts, ' +
      'model_accounts, agents, campaigns, api_keys, webhook_endpoints',
  ],
  ['voice_carriers.0.kind', 'vonage', '.voice_carriers[0].kind: must be twilio'],
  [
    'voice_carriers.0.account_sid',
    'AC1',
    '.voice_carriers[0].account_sid: must be AC and 32 hexadecimal digits',
  ],
  [
    'voice_carriers.0.auth_token',
    undefined,
    '.voice_carriers[0].auth_token: is required: the record is not stored yet, so there is no earlier value to keep',
  ],
  ['voice_carriers.0.auth_token', '', '.voice_carriers[0].auth_token: must not be empty'],
  [
    'voice_carriers.0.auth_token',
    'a\n',
    '.voice_carriers[0].auth_token: must be one line of visible ASCII characters',
  ],
  ['voice_carriers.0.calls_per_second', 0, '.voice_carriers[0].calls_per_second: must be > 0'],
  ['voice_carriers.0.calls_per_second', 1001, '.voice_carriers[0].calls_per_second: must be <= 1000'],
  ['voice_carriers.0.calls_per_second', '1', '.voice_carriers[0].calls_per_second: must be a number'],
  ['voice_carriers.0.unknown_grace_seconds', 0, '.voice_carriers[0].unknown_grace_seconds: must be >= 1'],
  [
    'voice_carriers.0.unknown_grace_seconds',
    3601,
    '.voice_carriers[0].unknown_grace_seconds: must be <= 3600',
  ],
  ...[
    'ftp://a.example',
    '127.0.0.1:9901',
    'http://a.example/?b',
    'http://u:p@a.example',
    'http://a.example/#c',
  ].map((url): [string, string, string] => [
    'voice_carriers.0.api_url',
    url,
    '.voice_carriers[0].api_url: must be an http or https address without query, such as http://127.0.0.1:9901',
  ]),
  [
    'caller_ids.0.carrier',
    'mian',
    '.caller_ids[0].carrier: "mian" is not among the voice_carriers of the project: main',
  ],
  ['caller_ids.0.carrier', undefined, '.caller_ids[0].carrier: is required'],
  ['workflows.0.definition', undefined, '.workflows[0].definition: is required'],
  ['workflows.0.definition.start', 'nowhere', '.workflows[0].definition.start: there is no step "nowhere"; '],
  ['campaigns.0.slots', 0, '.campaigns[0].slots: must be >= 1'],
  ['campaigns.0.slots', 10001, '.campaigns[0].slots: must be <= 10000'],
  ['campaigns.0.slots', 1e20, '.campaigns[0].slots: must be <= 10000'],
  ['campaigns.0.slots', 1.5, '.campaigns[0].slots: must be a whole number'],
  ['campaigns.0.slots', '5', '.campaigns[0].slots: must be a number'],
  ['campaigns.0.campaign_type', undefined, '.campaigns[0].campaign_type: is required'],
  [
    'campaigns.0.campaign_type',
    'robot',
    '.campaigns[0].campaign_type: must be one of workflow, script, agent',
  ],
  [
    'campaigns.0.workflow',
    'renewel',
    '.campaigns[0].workflow: "renewel" is not among the workflows of the project: renewal',
  ],
  [
    'campaigns.0.caller_id',
    '+14155550101',
    '.campaigns[0].caller_id: "+14155550101" is not among the caller_ids of the project: +14155550100',
  ],
  [
    'campaigns.0.caller_id',
    '12',
    '.campaigns[0].caller_id: must be a telephone number, with its country code unless it is one of DE',
  ],
  ['campaigns.0.script', 'Hello {{ name', '.campaigns[0].script: must be Liquid: '],
  [
    'campaigns.0.voice',
    'a b',
    '.campaigns[0].voice: must be the name of a voice at the carrier, such as alice',
  ],
  ['campaigns.0.ring_timeout_seconds', 4, '.campaigns[0].ring_timeout_seconds: must be >= 5'],
  ['campaigns.0.ring_timeout_seconds', 601, '.campaigns[0].ring_timeout_seconds: must be <= 600'],
  ...['2027-02-30T00:00:00Z', '2027-01-31T25:00:00Z', 'tomorrow', '2027-1-3', '2027-01-31 10:00:00Z'].map(
    (text): [string, string, string] => [
      'campaigns.0.ends_at',
      text,
      '.campaigns[0].ends_at: must be an ISO 8601 instant such as 2027-01-31T23:00:00Z',
    ],
  ),
  ['campaigns.0.retry', {}, '.campaigns[0].retry.max_attempts: is required'],
  ['campaigns.0.retry.max_attempts', 0, '.campaigns[0].retry.max_attempts: must be >= 1'],
  ['campaigns.0.retry.max_attempts', 101, '.campaigns[0].retry.max_attempts: must be <= 100'],
  ['campaigns.0.retry.delay_minutes', -0.5, '.campaigns[0].retry.delay_minutes: must be >= 0'],
  ['campaigns.0.retry.delay_minutes', 10081, '.campaigns[0].retry.delay_minutes: must be <= 10080'],
  [
    'campaigns.0.retry.on',
    ['completed'],
    '.campaigns[0].retry.on[0]: must be one of no_answer, busy, failed, voicemail',
  ],
  [
    'campaigns.0.retry.on',
    ['voicemail'],
    '.campaigns[0].retry.on: names voicemail, which needs machine_detection: true',
  ],
  ['campaigns.0.retry.on', ['busy', 'busy'], '.campaigns[0].retry.on: must not name an outcome twice'],
  ['campaigns.0.machine_detection', 'yes', '.campaigns[0].machine_detection: must be a boolean'],
  ['campaigns.0.calling_hours', hours([]), '.campaigns[0].calling_hours.windows: must not be empty'],
  [
    'campaigns.0.calling_hours',
    hours([window([], '09:00', '18:00')]),
    '.campaigns[0].calling_hours.windows[0].days: must not be empty',
  ],
  [
    'campaigns.0.calling_hours',
    hours([window(['mon', 'mon'], '09:00', '18:00')]),
    '.campaigns[0].calling_hours.windows[0].days: must not name a day twice',
  ],
  [
    'campaigns.0.calling_hours',
    hours([window(['monday'], '09:00', '18:00')]),
    '.campaigns[0].calling_hours.windows[0].days[0]: must be one of mon, tue, wed, thu, fri, sat, sun',
  ],
  [
    'campaigns.0.calling_hours',
    hours([window(['mon'], '24:00', '06:00')]),
    '.campaigns[0].calling_hours.windows[0].from: must be a time of day from "00:00" to "23:59"',
  ],
  [
    'campaigns.0.calling_hours',
    hours([window(['mon'], '9:00', '18:00')]),
    '.campaigns[0].calling_hours.windows[0].from: must be a time of day from "00:00" to "23:59"',
  ],
  [
    'campaigns.0.calling_hours',
    hours([window(['mon'], '09:00', '24:01')]),
    '.campaigns[0].calling_hours.windows[0].to: must be a time of day from "00:00" to "24:00"',
  ],
  [
    'campaigns.0.calling_hours',
    hours([window(['mon'], '09:00', '09:00')]),
    '.campaigns[0].calling_hours.windows[0].to: must not be the same time as `from`',
  ],
  [
    'campaigns.0.calling_hours',
    hours([window(['mon', 'tue'], '09:00', '12:00'), window(['tue'], '11:59', '13:00')]),
    '.campaigns[0].calling_hours.windows[1]: overlaps windows[0], which begins on tue at 09:00',
  ],
  [
    'campaigns.0.calling_hours',
    hours([window(['mon'], '22:00', '06:00'), window(['tue'], '05:00', '09:00')]),
    '.campaigns[0].calling_hours.windows[1]: overlaps windows[0], which begins on mon at 22:00',
  ],
  [
    'campaigns.0.calling_hours',
    hours([window(['mon'], '05:00', '09:00'), window(['sun'], '22:00', '06:00')]),
    '.campaigns[0].calling_hours.windows[1]: overlaps windows[0], which begins on mon at 05:00',
  ],
  [
    'campaigns.0.calling_hours',
    hours([window(['mon'], '00:00', '24:00'), window(['sun'], '23:00', '00:01')]),
    '.campaigns[0].calling_hours.windows[1]: overlaps windows[0], which begins on mon at 00:00',
  ],
  [
    'campaigns.0.calling_hours',
    hours([window(['mon'], '09:00', '18:00')], { closed_dates: ['2026-02-30'] }),
    '.campaigns[0].calling_hours.closed_dates[0]: must be a date such as "2026-12-25"',
  ],
  [
    'whatsapp_senders.0.phone_number_id',
    100,
    '.whatsapp_senders[0].phone_number_id: must be text: put it in quotes',
  ],
  [
    'whatsapp_senders.0.phone_number_id',
    '+14155550199',
    '.whatsapp_senders[0].phone_number_id: must be digits only, in quotes',
  ],
  [
    'whatsapp_senders.0.business_account_id',
    '2'.repeat(33),
    '.whatsapp_senders[0].business_account_id: must be digits only, in quotes',
  ],
  [
    'whatsapp_senders.0.access_token',
    'a token',
    '.whatsapp_senders[0].access_token: must be visible ASCII characters without blanks',
  ],
  [
    'whatsapp_senders.0.api_url',
    'http://u:p@a.example',
    '.whatsapp_senders[0].api_url: must be an http or https address without query, such as http://127.0.0.1:9901',
  ],
  ['whatsapp_senders.0.messages_per_second', 0, '.whatsapp_senders[0].messages_per_second: must be > 0'],
  [
    'whatsapp_senders.0.messages_per_second',
    1000.5,
    '.whatsapp_senders[0].messages_per_second: must be <= 1000',
  ],
  [
    'whatsapp_senders.0.messages_per_second',
    '80',
    '.whatsapp_senders[0].messages_per_second: must be a number',
  ],
  ['whatsapp_senders.0.catalog_id', 'x', '.whatsapp_senders[0].catalog_id: must be digits only, in quotes'],
  [
    'whatsapp_senders.0.display_phone_number',
    '555',
    '.whatsapp_senders[0].display_phone_number: must be a number such as "+14155550199"',
  ],
  [
    'whatsapp_senders.0.app_secret',
    undefined,
    '.whatsapp_senders[0].app_secret: is required: the record is not stored yet, so there is no earlier value to keep',
  ],
  [
    'whatsapp_templates.0.sender',
    'x',
    '.whatsapp_templates[0].sender: "x" is not among the whatsapp_senders of the project: main',
  ],
  ['whatsapp_templates.0.components', [{}], '.whatsapp_templates[0].components[0].type: is required'],
  [
    'broadcasts.0.template',
    'x',
    '.broadcasts[0].template: "x" is not among the whatsapp_templates of the project: order_update',
  ],
  [
    'api_keys.0.scopes',
    ['calls:read'],
    '.api_keys[0].scopes[0]: must be one of calls:create, whatsapp:create, agents:chat, agents:manage, profiles:manage, profiles:erase, webhooks:manage, suppressions:manage, audit:read, events:read',
  ],
  ['api_keys.0.rate', { requests_per_second: 0 }, '.api_keys[0].rate.requests_per_second: must be >= 1'],
  [
    'api_keys.0.rate',
    { burst: '100' },
    '.api_keys[0].rate: must be none, or a mapping of requests_per_second, burst, writes_per_second and write_burst',
  ],
  [
    'api_keys.0.rate',
    { reads_per_second: 1 },
    '.api_keys[0].rate.reads_per_second: unknown field; the fields here are requests_per_second, burst, writes_per_second, write_burst',
  ],
  ['api_keys.0.rate', { burst: 19 }, '.api_keys[0].rate.burst: must be >= requests_per_second'],
  ['api_keys.0.rate', { write_burst: 100_001 }, '.api_keys[0].rate.write_burst: must be <= 100000'],
  [
    'api_keys.0.rate',
    { writes_per_second: 20, write_burst: 10 },
    '.api_keys[0].rate.write_burst: must be >= writes_per_second',
  ],
  ...['all', 20, []].map((rate): [string, unknown, string] => [
    'api_keys.0.rate',
    rate,
    '.api_keys[0].rate: must be none, or a mapping of requests_per_second, burst, writes_per_second and write_burst',
  ]),
]
for (const [path, to, fault] of one) {
  test(`refuses ${path} as ${JSON.stringify(to)?.slice(0, 80)}, and reports nothing else`, async () => {
    const value = exampleDeclaration()
    set(value, path, to)
    const faults = await faultsOf(value)
    assert.equal(faults.length, 1, faults.join('\n'))
    const expected = project + fault
    // If the expected fault ends with a blank, the rest is text of another module.
    assert.equal(expected.endsWith(' ') ? faults[0]!.slice(0, expected.length) : faults[0], expected)
  })
}

const taken: [path: string, to: unknown][] = [
  ['campaigns.0', { name: 'Not ready', campaign_type: 'script' }],
  ['default_country', null],
  ['campaigns.0.calling_hours', null],
  ['campaigns.0.retry', { max_attempts: 2, delay_minutes: 0.05 }],
  ['campaigns.0.retry.on', []],
  [
    'campaigns.0',
    {
      name: 'Detects',
      campaign_type: 'script',
      machine_detection: true,
      retry: { max_attempts: 2, on: ['voicemail'] },
    },
  ],
  ['campaigns.0.machine_detection', true],
  ['campaigns.0.ends_at', '2027-01-31'],
  ['campaigns.0.ends_at', '2027-01-31T23:00+01:00'],
  [
    'campaigns.0.calling_hours',
    hours([window(['mon'], '22:00', '06:00'), window(['tue'], '06:00', '24:00')]),
  ],
  [
    'campaigns.0.calling_hours',
    hours([window(['sun'], '22:00', '05:00'), window(['mon'], '05:00', '22:00')]),
  ],
  [
    'campaigns.0.calling_hours',
    hours([window(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], '00:00', '24:00')]),
  ],
  [
    'campaigns.0.calling_hours',
    hours([window(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], '12:00', '11:59')]),
  ],
  ['timezone', 'Asia/Kolkata'],
  ['whatsapp_senders.0.display_phone_number', '+1 555-078-3881'],
  ['whatsapp_templates.0.components', []],
  ['whatsapp_templates.0.language', 'pt-BR'],
  ['whatsapp_senders.0.messages_per_second', 0.25],
]
for (const [path, to] of taken) {
  test(`accepts ${path} as ${JSON.stringify(to)?.slice(0, 80)}`, async () => {
    const value = exampleDeclaration()
    set(value, path, to)
    const outcome = await applyDeclaration(context, value)
    assert.ok(outcome.ok, JSON.stringify(outcome))
  })
}

test('reads a date alone as the end of that UTC day, and an instant without offset as UTC', async () => {
  for (const [text, instant] of [
    ['2027-01-31', '2027-02-01T00:00:00.000Z'],
    ['2027-01-31T10:00:00', '2027-01-31T10:00:00.000Z'],
    ['2027-01-31T10:00:00.5+05:30', '2027-01-31T04:30:00.500Z'],
  ] as const) {
    const value = exampleDeclaration()
    set(value, 'campaigns.0.ends_at', text)
    assert.ok((await applyDeclaration(context, value)).ok)
    const rows = await database.db.query<{ ends_at: string }>({
      strings: [`select ends_at from campaigns where name = 'Renewal reminders'`],
      values: [],
    })
    assert.deepEqual(rows, [{ ends_at: instant }])
  }
})
