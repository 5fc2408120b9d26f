import { renewalWorkflow } from '../../src/workflows/example-renewal.ts'
import { fc } from './properties.ts'

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
// Made once: making one takes longer than drawing from it a hundred times.
const hex16 = fc.stringMatching(/^[0-9a-f]{16}$/)
const hex32 = fc.stringMatching(/^[0-9a-f]{32}$/)
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

/** A workflow that may hand its calls to one of these agents. */
const workflowOf = (agents: readonly string[]) =>
  fc.oneof(
    workflow,
    fc.constantFrom(...agents).map((agent): object => ({
      start: 'hand',
      steps: { hand: { kind: 'agent', agent, variable: 'how', next: 'bye' }, bye: { kind: 'hang_up' } },
    })),
  )

const word = fc.stringMatching(/^[a-z][a-z0-9_]{0,10}$/)
const templateName = fc.stringMatching(/^[a-z0-9_]{1,12}$/)
const words = (most: number) => fc.uniqueArray(word, { minLength: 1, maxLength: most })
const speech = fc.record({
  tts_provider: optional(fc.constantFrom('ElevenLabs', 'Google', 'Amazon')),
  voice: optional(spoken),
  hints: optional(fc.array(text, { maxLength: 2 })),
  interruptible: optional(fc.constantFrom('none', 'dtmf', 'speech', 'any')),
  text_normalization: optional(fc.constantFrom('on', 'auto', 'off')),
})

/** The tools of an agent, each once. It can hand over and end calls, so that it may lead calls and answer chats. */
const tools = words(2).chain((names) =>
  fc
    .record({
      look_up: optional(fc.record({ limit: optional(fc.integer({ min: 1, max: 10 })) })),
      open_ticket: optional(fc.constant({})),
      switch_language: optional(fc.constant({})),
      press_keys: optional(fc.constant({})),
      hand_over: fc.constant({}),
      end_call: fc.constant({}),
      update_property: optional(
        fc.record({
          properties: fc.dictionary(
            word,
            fc.oneof(
              fc.record({ one_of: fc.array(text, { minLength: 1, maxLength: 3 }) }),
              fc.record({ type: fc.constantFrom('text', 'number', 'boolean', 'instant') }),
            ),
            { minKeys: 1, maxKeys: 2 },
          ),
        }),
      ),
      transfer: optional(
        fc.record({ to: fc.dictionary(word, fc.constant('+14155550123'), { minKeys: 1, maxKeys: 2 }) }),
      ),
    })
    .map((kinds) =>
      Object.entries(kinds).flatMap(([kind, fields]) => (fields === undefined ? [] : [{ kind, ...fields }])),
    )
    .chain((own) => {
      const taken = own.map(({ kind }) => kind)
      const http = names
        .filter((each) => !taken.includes(each))
        .map((each) =>
          fc.record({
            kind: fc.constant('http'),
            name: fc.constant(each),
            description: text,
            url: fc.constantFrom('https://crm.example.com/tools/renew', 'http://127.0.0.1:9/?a=b'),
            parameters: fc.constantFrom<object>(
              { type: 'object' },
              { type: 'object', properties: { months: { enum: [12, 2.5, 1e21] } }, required: ['months'] },
            ),
            effect: optional(fc.constantFrom('read', 'write')),
            idempotent: optional(fc.boolean()),
            confirm: nullable(spoken),
            secret: hex16,
          }),
        )
      return fc.tuple(...http).map((asked) => [...own, ...asked])
    }),
)

interface Names {
  carriers: string[]
  numbers: string[]
  workflows: string[]
  campaigns: string[]
  senders: string[]
  templates: string[]
  broadcasts: string[]
  accounts: string[]
  agents: string[]
  keys: string[]
  endpoints: string[]
}

/** The lists of a project, whose records refer to each other. */
function sectionsOf(of: Names): fc.Arbitrary<Record<string, unknown>> {
  return unlinkedSections(of).map(({ caller_ids, campaigns, ...others }) => {
    const inbound = campaigns.filter(({ call_direction }) => call_direction === 'inbound')
    const answered = caller_ids.map(({ pick, ...callerId }) => ({
      ...callerId,
      ...(pick < inbound.length && { inbound_campaign: inbound[pick]!.name }),
    }))
    return { caller_ids: answered, campaigns, ...others }
  })
}

/** Returns the lists without what answers the caller IDs: `pick` chooses an inbound campaign, or none. */
function unlinkedSections(of: Names) {
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
        account_sid: hex32.map((sid) => `AC${sid}`),
        auth_token: hex16,
        api_url: nullable(fc.constantFrom('http://127.0.0.1:9901', 'https://api.twilio.com/')),
        calls_per_second: optional(rate),
        unknown_grace_seconds: optional(fc.integer({ min: 1, max: 3_600 })),
      }),
    ),
    caller_ids: each(of.carriers.length === 0 ? [] : of.numbers, (callerId) =>
      fc.record({ number: fc.constant(callerId), carrier: known(of.carriers), pick: fc.nat(7) }),
    ),
    workflows: each(of.workflows, (each_) =>
      fc.record({
        name: fc.constant(each_),
        definition: of.accounts.length === 0 || of.agents.length === 0 ? workflow : workflowOf(of.agents),
      }),
    ),
    campaigns: each(of.campaigns, (campaign) =>
      fc.record({
        name: fc.constant(campaign),
        status: optional(fc.constantFrom('draft', 'running', 'paused', 'ended')),
        call_direction: optional(fc.constantFrom('outbound', 'inbound')),
        campaign_type: fc.constantFrom('workflow', 'script', 'agent'),
        workflow: oneOf(of.workflows),
        agent: of.accounts.length === 0 ? fc.constant(null) : oneOf(of.agents),
        script: nullable(spoken),
        closed_message: nullable(spoken),
        busy_message: nullable(spoken),
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
        access_token: hex16,
        app_secret: hex16,
        verify_token: hex16,
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
    model_accounts: each(of.accounts, (account) =>
      fc.record({
        name: fc.constant(account),
        kind: fc.constantFrom('openai_compatible', 'anthropic'),
        base_url: fc.constantFrom('https://api.openai.com/v1', 'http://127.0.0.1:9903'),
        model: text,
        api_key: optional(hex16),
        output_field: nullable(fc.constantFrom('max_tokens', 'max_completion_tokens')),
        extra: optional(
          fc.dictionary(word, fc.oneof(plain, fc.array(plain, { maxLength: 2 })), { maxKeys: 2 }),
        ),
      }),
    ),
    agents: each(of.accounts.length === 0 ? [] : of.agents, (agent) =>
      fc.record({
        name: fc.constant(agent),
        purpose: text,
        prompt: spoken,
        first_line: nullable(spoken),
        disclosure: optional(text),
        languages: optional(fc.constantFrom(['en-US'], ['de', 'en-US'])),
        speech: nullable(speech),
        speech_fallback: nullable(speech),
        // One of several agents answers the chats of a sender.
        whatsapp:
          agent === of.agents[0] && of.senders.length > 0 && of.broadcasts.length > 0
            ? nullable(
                fc.record({
                  broadcast: known(of.broadcasts),
                  gather_seconds: optional(fc.constantFrom(0, 2.5, 15)),
                  after_window: oneOf(of.broadcasts),
                }),
              )
            : fc.constant(null),
        tools,
        claims: optional(fc.constantFrom([], [{ pattern: 'renewed|done', needs: 'end_call' }])),
        limits: optional(fc.record({ turns: optional(fc.integer({ min: 1, max: 500 })) })),
        lines: optional(fc.record({ wait: optional(spoken) })),
        model: known(of.accounts),
        fallback: oneOf(of.accounts),
      }),
    ),
    api_keys: each(of.keys, (key) =>
      fc.record({
        name: fc.constant(key),
        scopes: optional(fc.shuffledSubarray(['calls:create', 'whatsapp:create'])),
        rate: nullable(
          fc.oneof(
            fc.constant('none'),
            fc.record({
              requests_per_second: optional(fc.integer({ min: 1, max: 10_000 })),
              writes_per_second: optional(fc.integer({ min: 1, max: 10_000 })),
              write_burst: optional(fc.integer({ min: 10_000, max: 100_000 })),
            }),
          ),
        ),
      }),
    ),
    webhook_endpoints: each(of.endpoints, (name) =>
      fc.record({
        name: fc.constant(name),
        url: fc.constantFrom('https://crm.example.com/hooks', 'https://crm.example.com:443/a?b=c%20d'),
        types: fc.shuffledSubarray(['call.*', 'message.failed', '*', 'ticket.closed'], { minLength: 1 }),
        content: optional(fc.constantFrom('ids', 'full')),
        order: optional(fc.constantFrom('none', 'by_subject')),
        rate_per_second: optional(fc.integer({ min: 1, max: 1_000 })),
        secret: optional(fc.constant('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')),
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
  templates: fc.uniqueArray(templateName, { maxLength: 2 }),
  broadcasts: names(2),
  accounts: names(2),
  agents: names(2),
  keys: names(2),
  endpoints: names(2),
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
        model_tokens_a_day: nullable(fc.constantFrom(1_000, 1_000_000_000_000)),
        requests_per_second: nullable(fc.constantFrom('none', 1, 10_000)),
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
    fc
      .record({
        plan: optional(plan),
        calls: optional(fc.record({ stop_covers_calls: optional(fc.boolean()) })),
        projects: fc.tuple(...projects.map(project)),
      })
      .map((organization) => ({
        organizations: [JSON.parse(JSON.stringify({ name: organizationName, ...organization })) as unknown],
      })),
  )
}
