// Two editors, `apply` and sessions that end in the middle change one campaign at once, in random order. No edit is
// lost: each that was accepted is based on what was there, is in the changes with what it replaced, and the changes
// lead from the first state to the last. RUNS=1000 makes more runs.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { scriptCampaign, wideCallSettings } from './support/declarations.ts'
import { countOf } from './support/length.ts'
import { fc } from './support/properties.ts'
import { startService } from './support/service.ts'
import type { Answer, Service } from './support/service.ts'
import { askAsPage, signInAs } from './support/users.ts'
import type { Browser } from './support/users.ts'

const runs = countOf('RUNS', { short: 20, long: 200 })
const fields = ['slots', 'ring_timeout_seconds', 'script', 'retry'] as const
type Field = (typeof fields)[number]

let service: Service
let editors: Browser[]
let P: string
let O: string
before(async () => {
  service = await startService({ carrier: { api_url: 'http://127.0.0.1:9' } })
  editors = [await signInAs(service, 'editor'), await signInAs(service, 'editor')]
  O = `/api/organizations/${service.organizationId}`
  P = `${O}/projects/${service.projectId}`
})
after(() => service[Symbol.asyncDispose]())

/** What a new campaign has. */
const firstSlots = 100
const firstRingSeconds = 30

/** Counted within a run, so that a run has the same values alone as behind others. */
let values = 0
/**
 * Returns a value that no other edit of the run sets and that a new campaign does not have: an edit that changes
 * nothing is accepted and makes no revision.
 */
function freshValue(field: Field): unknown {
  values++
  if (field === 'script') return `Hello ${values}`
  if (field === 'retry') return { max_attempts: 2 + values, delay_minutes: values, on: ['busy'] }
  return (field === 'slots' ? firstSlots : firstRingSeconds) + values
}

interface Edit {
  kind: 'edit'
  editor: 0 | 1
  fields: Field[]
  /** The session is over when the form is saved: the request is repeated after the sign-in. */
  isSessionOver: boolean
}
type Step = Edit | { kind: 'apply'; fields: Field[] }

const someFields = fc.shuffledSubarray([...fields], { minLength: 1 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      editor: fc.constantFrom(0 as const, 1 as const),
      fields: someFields,
      isSessionOver: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('apply' as const), fields: someFields }) },
)

interface Accepted {
  /** The revision that the edit was based on, which the editor had seen. */
  basedOn: number
  values: Record<string, unknown>
}

/**
 * Edits as the form does: reads, saves with the `ETag`, and on 412 saves the same fields again on what is there now.
 */
async function edit(path: string, { editor, fields: names, isSessionOver }: Edit): Promise<Accepted[]> {
  const { cookie, request } = editors[editor]!
  const body = Object.fromEntries(names.map((name) => [name, freshValue(name)]))
  const save = (etag: string, as: string): Promise<Answer> =>
    askAsPage(service, 'PATCH', path, { body, cookie: as, headers: { 'if-match': etag } })
  let read = await request('GET', path)
  for (;;) {
    const etag = read.headers.get('etag') ?? ''
    if (isSessionOver) {
      const refused = await save(etag, `${cookie.split('=')[0]}=${'x'.repeat(43)}`)
      assert.equal(refused.status, 401)
    }
    const saved = await save(etag, cookie)
    if (saved.status === 200) return [{ basedOn: Number(etag.replaceAll('"', '')), values: body }]
    assert.equal(saved.status, 412, JSON.stringify(saved.body))
    read = saved
  }
}

interface Change {
  action: string
  revision: number
  actor_name: string
  via: string
  fields: { path: string; before: unknown; after: unknown }[]
}

async function changesOf(id: string): Promise<Change[]> {
  const found: Change[] = []
  for (let skip = 0; ; skip += 100) {
    const path = `${O}/changes?kind=campaign&record_id=${id}&limit=100&skip=${skip}`
    const { items } = (await editors[0]!.request('GET', path)).body.data as { items: Change[] }
    found.push(...items)
    if (items.length < 100) return found.toReversed()
  }
}

/** Puts a value at a path such as `retry.max_attempts`. */
function put(record: Record<string, unknown>, path: string, before: unknown, value: unknown): void {
  const [field = '', below] = path.split('.')
  if (below === undefined) {
    assert.deepEqual(record[field] ?? null, before, `${path} was something else before`)
    record[field] = value
    return
  }
  const holder = record[field] as Record<string, unknown>
  assert.deepEqual(holder[below], before, `${path} was something else before`)
  record[field] = { ...holder, [below]: value }
}

test(
  'no edit is lost by two editors, apply, and sessions that end',
  { timeout: 300_000 + runs * 1_000 },
  async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        const name = `Run ${++run}`
        values = 0
        const declared = (more: Record<string, unknown> = {}) => ({
          organizations: [
            {
              name: 'Acme',
              calls: wideCallSettings,
              projects: [
                {
                  name: 'Renewals',
                  default_country: 'US',
                  campaigns: [scriptCampaign({ name, slots: firstSlots, ...more })],
                },
              ],
            },
          ],
        })
        const tree = await service.apply(declared())
        const { _id } = tree.organizations[0]!.projects[0]!.campaigns[0]!
        const path = `${P}/campaigns/${_id}`
        const accepted = (
          await Promise.all(
            steps.map(async (each) => {
              if (each.kind === 'edit') return edit(path, each)
              const body = Object.fromEntries(each.fields.map((field) => [field, freshValue(field)]))
              await service.apply(declared(body))
              return []
            }),
          )
        ).flat()

        const [created, ...changes] = await changesOf(_id)
        assert.equal(created?.action, 'created')
        const record: Record<string, unknown> = Object.fromEntries(
          created.fields.map((field) => [field.path, field.after]),
        )
        assert.deepEqual([record['slots'], record['ring_timeout_seconds']], [firstSlots, firstRingSeconds])
        let revision = 1
        for (const change of changes) {
          assert.equal(change.revision, ++revision)
          for (const field of change.fields) put(record, field.path, field.before, field.after)
          if (change.via !== 'dashboard') continue
          const own = accepted.filter(({ basedOn }) => basedOn === revision - 1)
          assert.equal(own.length, 1, 'each edit is based on the revision before it')
          for (const [field, value] of Object.entries(own[0]!.values)) assert.deepEqual(record[field], value)
        }
        assert.equal(changes.filter(({ via }) => via === 'dashboard').length, accepted.length)
        const last = (await editors[0]!.request('GET', path)).body.data as Record<string, unknown>
        assert.equal(last['revision'], revision)
        for (const field of fields) assert.deepEqual(last[field] ?? null, record[field] ?? null)
      }),
      { numRuns: runs, endOnFailure: true },
    )
  },
)
