// Whatever fails or waits says why, and what to do: every refusal that a page can meet, and every number of the
// sandbox. Both tables are read, so a new refusal or number without words fails here.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { loadDashboardModule } from '../../../scripts/pictures/dashboard-routes.ts'
import { refusalTable } from '../../../src/base/refusals/refusal.ts'
import type { RefusalCode } from '../../../src/base/refusals/refusal.ts'
import { outcomesByDigits } from '../../../src/sandbox/phone/outcomes.ts'
import { scriptCampaign } from '../../support/declarations.ts'
import { eventually } from '../../support/service.ts'
import { startDashboard } from '../support/browser.ts'
import type { Dashboard } from '../support/browser.ts'
import { waitMsMax } from '../support/wait.ts'

/** Refusals that no page can meet, by who meets them. Pages show the server's own sentence for them. */
const metByOthers: Record<string, readonly RefusalCode[]> = {
  'programs with a project key': [
    'key_missing',
    'key_invalid',
    'key_conflict',
    'rate_limited',
    'wrong_tenant',
    'scope_missing',
  ],
  'programs with a personal token': ['session_needed'],
  'carriers and Meta': ['bad_signature', 'webhooks_busy'],
  'programs that write HTTP themselves': [
    'malformed_request',
    'invalid_json',
    'method_not_allowed',
    'unsupported_media_type',
    'revision_required',
  ],
}

interface Catalog {
  errors: Record<string, { what: string; advice: string }>
  campaigns: { testOutcomes: { number: string }[] }
}

/** Returns the catalog of each language that can be chosen. */
async function loadCatalogs(): Promise<[language: string, Catalog][]> {
  return loadDashboardModule('/src/messages/texts.ts', (module) => {
    const { languages, loadTexts } = module as {
      languages: readonly string[]
      loadTexts: (language: string, area: string) => Promise<never>
    }
    return Promise.all(
      languages.map(async (language): Promise<[string, Catalog]> => {
        const [base, refusals, campaigns]: [Catalog, Catalog['errors'], Catalog['campaigns']] =
          await Promise.all([
            loadTexts(language, 'base'),
            loadTexts(language, 'refusals'),
            loadTexts(language, 'campaigns'),
          ])
        return [language, { errors: { ...base.errors, ...refusals }, campaigns }]
      }),
    )
  })
}

describe('every refusal that a page can meet', () => {
  it('has words and advice in each language', async () => {
    const others = new Set<string>(Object.values(metByOthers).flat())
    for (const [language, { errors }] of await loadCatalogs()) {
      const lacking = Object.keys(refusalTable).filter((code) => !others.has(code) && !errors[code])
      assert.deepEqual(lacking, [], language)
      for (const [code, { what, advice }] of Object.entries(errors)) {
        assert.ok(what.length > 10 && advice.length > 10, `${language}: ${code}`)
        const isOwn = code === 'unreachable' || code === 'page_failed'
        assert.ok(isOwn || code in refusalTable, `${code} is no refusal`)
      }
    }
  })

  it('is met by no number that a test call offers and the sandbox lacks', async () => {
    for (const [, { campaigns }] of await loadCatalogs())
      for (const { number } of campaigns.testOutcomes) assert.ok(number.slice(-2) in outcomesByDigits, number)
  })
})

/** What the page of a call says for each number: what its title has, and below it, why and what to do. */
interface Said {
  title: RegExp
  why?: RegExp
  advice?: RegExp
  /** The state in which it stays for longer than the test; by default the call is over. */
  restsIn?: string
}
/** Its title is tested with the pages of calls. */
const spoke: Said = { title: /^Spoke with/ }
const checkNumber = /Check the number with whoever gave it/
const askAdmin = /An admin mends it under Carriers/
/** Looks until nothing is missing, and returns what still is after the longest time. */
async function untilNone(look: () => Promise<string[]>): Promise<string[]> {
  for (const deadline = performance.now() + waitMsMax; ;) {
    const missing = await look()
    if (missing.length === 0 || performance.now() > deadline) return missing
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The carrier is asked for minutes before it counts as certain that there is no such call. */
const notKnown: Said = {
  title: /^Not known since .* whether the carrier took the call/,
  advice: /It is not dialed again meanwhile.* The carrier is asked until it says so/,
  restsIn: 'unresolved',
}
const saidOf: Record<string, Said> = {
  answers: spoke,
  keys_only: spoke,
  says_no: spoke,
  stays_silent: spoke,
  hangs_up_at_once: spoke,
  speaks_only: spoke,
  hangs_up_midway: spoke,
  answers_late: spoke,
  talks_at_length: spoke,
  no_callbacks: spoke,
  callbacks_shuffled: spoke,
  slow_to_ring: spoke,
  queued_for_long: spoke,
  final_callback_lost: spoke,
  voicemail: { title: /^A machine answered for/, advice: /Place it again at another time of day/ },
  busy: { title: /was busy/, advice: /Place it again, or let the campaign try more often/ },
  rejects: { title: /was busy/, advice: /Place it again, or let the campaign try more often/ },
  no_answer: { title: /^Nobody answered at/, advice: /Place it again, or let the campaign try more often/ },
  fails: { title: /failed/, why: /could not connect the call/, advice: /Place it again/ },
  fails_while_ringing: { title: /failed/, why: /could not connect the call/, advice: /Place it again/ },
  invalid: { title: /failed/, why: /the number is not valid \(code 21211\)/, advice: checkNumber },
  unreachable: { title: /failed/, why: /cannot be reached \(code 21214\)/, advice: checkNumber },
  geo_permission: { title: /failed/, why: /the country of this number \(code 21215\)/, advice: askAdmin },
  blocked: { title: /failed/, why: /blocks calls to this number \(code 21216\)/, advice: checkNumber },
  placed_unanswered: spoke,
  placed_dropped: spoke,
  placed_500: spoke,
  placed_cut: spoke,
  not_placed_503: { ...notKnown, why: /The reason: the carrier failed while it handled the request/ },
  not_placed_dropped: { ...notKnown, why: /The reason: \S+/ },
  interrupts: spoke,
  asks_for_person: spoke,
  stop_calling: spoke,
  another_machine: spoke,
  rate_limited_once: spoke,
  rate_limited: {
    restsIn: 'waiting',
    title: /Waits until the carrier takes more calls.* (?:since|until) /,
    advice: /The limit of calls per second is set under Carriers/,
  },
}

const overStates = new Set(['completed', 'voicemail', 'no_answer', 'busy', 'failed', 'canceled', 'expired'])

describe('every number of the sandbox', () => {
  let dashboard: Dashboard
  const calls = new Map<string, string>()
  before(async () => {
    dashboard = await startDashboard(
      { campaigns: [scriptCampaign({ name: 'Autumn', status: 'paused', machine_detection: true })] },
      { speed: 500 },
    )
    const { service } = dashboard
    const path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['Autumn']}/calls`
    for (const [digits, { name }] of Object.entries(outcomesByDigits)) {
      const body = { phone_number: `+141555514${digits}`, name: 'Maria Delgado' }
      const answer = await service.request('POST', path, { body })
      calls.set(name, (answer.body.data as { campaign_queue_id: string }).campaign_queue_id)
    }
    // The worker dials them all, also those that the carrier refuses.
    const campaign = path.replace(/\/calls$/, '/release')
    const session = await dashboard.session('owner')
    assert.equal((await session.request('POST', `/api${campaign}`, {})).status, 200)
    service.startWorker()
  })
  after(() => dashboard[Symbol.asyncDispose]())

  it('has a title that says what is, and why and what to do unless somebody spoke', async () => {
    const session = await dashboard.session('owner')
    const { service, at } = dashboard
    const project = `/api/organizations/${service.organizationId}/projects/${service.projectId}`
    const stateOf = async (id: string): Promise<string> =>
      (await session.request('GET', `${project}/calls/${id}`)).body.data['state']
    assert.deepEqual([...calls.keys()].sort(), Object.keys(saidOf).sort(), 'a number without words')
    const page = await dashboard.open(at('/live'))
    const lead = page.locator('header, main').getByRole('heading', { level: 1 }).locator('xpath=../..')
    const faults: string[] = []
    for (const [name, id] of calls) {
      const { title: says, why, advice, restsIn } = saidOf[name]!
      await eventually(`${name} is settled`, async () => {
        const state = await stateOf(id)
        return (restsIn === undefined ? overStates.has(state) : state === restsIn) ? true : null
      })
      // A talk needs no reason.
      if (saidOf[name] === spoke) {
        if ((await stateOf(id)) !== 'completed') faults.push(`${name}: ${await stateOf(id)}`)
        continue
      }
      await page.goto(`${service.url}/app${at(`/calls/${id}`)}`)
      const heading = page.getByRole('heading', { level: 1, name: /Maria Delgado/ })
      const missing = async (): Promise<string[]> => {
        const [title, below] = [await heading.innerText(), await lead.innerText()]
        const parts = [
          ['title', says, title],
          ['why', why, below],
          ['advice', advice, below],
        ] as const
        return parts.flatMap(([what, expected, text]) =>
          expected === undefined || expected.test(text) ? [] : [`${name}, ${what}: ${below}`],
        )
      }
      faults.push(...(await untilNone(missing)))
    }
    assert.deepEqual(faults, [])
    await dashboard.leave(page)
  })

  it('has the same in the row of its campaign, where it failed', async () => {
    const { service, at } = dashboard
    const page = await dashboard.open(
      at(`/campaigns/${service.campaignIds['Autumn']}?tab=calls&state=failed`),
    )
    const rows = page.getByRole('table').getByRole('row')
    await rows.nth(1).waitFor()
    const failed = Object.keys(saidOf).filter((name) => saidOf[name]!.title.source === 'failed')
    const faults: string[] = []
    for (const name of failed) {
      const { why, advice } = saidOf[name]!
      const link = page.locator(`a[href$="/calls/${calls.get(name)}"]`)
      const text = await rows.filter({ has: link }).innerText()
      if (why?.test(text) !== true || advice?.test(text) !== true) faults.push(`${name}: ${text}`)
    }
    assert.deepEqual(faults, [])
    await dashboard.leave(page)
  })
})
