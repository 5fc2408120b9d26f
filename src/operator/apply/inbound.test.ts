// Caller IDs that inbound campaigns answer: declared, edited, renamed and exported.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { uuidv7 } from '../../base/ids.ts'
import { createSecretBox } from '../../base/secret-box.ts'
import { sql } from '../../db/sql.ts'
import { exportDeclaration } from '../configured/export-declaration.ts'
import { selectConfigured } from '../configured/queries.ts'
import { editRecord } from '../edit/edit-record.ts'
import type { EditedPlace } from '../edit/edit-record.ts'
import { showRecords } from '../manage/show-record.ts'
import { applyDeclaration, programItself } from './apply-declaration.ts'
import type { ApplyContext } from './apply-declaration.ts'

let database: TestDatabase
let context: ApplyContext
before(async () => {
  database = await createTestDatabase()
  const clock = { now: () => new Date('2026-11-22T09:00:00.000Z') }
  context = { db: database.db, clock, newId: uuidv7, secretBox: createSecretBox(Buffer.alloc(32, 1)) }
})
after(() => database[Symbol.asyncDispose]())

const number = '+14155550100'
const other = '+14155550101'
const inbound = {
  name: 'Desk',
  call_direction: 'inbound',
  campaign_type: 'script',
  script: 'Hi',
  voice: 'alice',
}
const carrier = { name: 'main', kind: 'twilio', account_sid: `AC${'0'.repeat(32)}`, auth_token: 'a' }

function declaration(organization: string, records: Record<string, unknown>) {
  const project = { name: 'P', voice_carriers: [carrier], ...records }
  return { organizations: [{ name: organization, projects: [project] }] }
}

async function apply(organization: string, records: Record<string, unknown>) {
  const outcome = await applyDeclaration(context, declaration(organization, records))
  assert.ok(outcome.ok, JSON.stringify(outcome))
  return outcome
}

async function faultsOf(organization: string, records: Record<string, unknown>): Promise<string[]> {
  const outcome = await applyDeclaration(context, declaration(organization, records))
  assert.ok(!outcome.ok)
  return outcome.faults.map(({ path, message }) => `${path}: ${message}`)
}

const place = 'organizations[0].projects[0]'
const callerId = (more: Record<string, unknown> = {}) => ({ number, carrier: 'main', ...more })

describe('the campaign that answers a number', () => {
  it('may be declared with the caller ID, which may also be its own caller_id', async () => {
    const records = {
      caller_ids: [callerId({ inbound_campaign: 'Desk' })],
      campaigns: [{ ...inbound, caller_id: number }],
    }
    const first = await apply('Both', records)
    const [project] = first.tree.organizations[0]!.projects
    const [row] = await context.db.query(sql`
      select inbound_campaign_id, revision from caller_ids where _id = ${project!.caller_ids[0]!._id}`)
    assert.deepEqual(row, { inbound_campaign_id: project!.campaigns[0]!._id, revision: 1 })
    const again = await apply('Both', records)
    assert.deepEqual([again.changes.created, again.changes.updated, again.differences], [0, 0, []])
    const exported = await exportDeclaration(context, first.tree.organizations[0]!._id)
    const [shown] = (exported as never as ReturnType<typeof declaration>).organizations[0]!.projects
    assert.deepEqual((shown as never as typeof records).caller_ids, records.caller_ids)
    await apply('Both', { caller_ids: [callerId()] })
    const [free] = await context.db.query(sql`
      select inbound_campaign_id, revision from caller_ids where _id = ${project!.caller_ids[0]!._id}`)
    assert.deepEqual(free, { inbound_campaign_id: null, revision: 2 })
  })

  it('is refused where it is unknown, or does not answer calls', async () => {
    assert.deepEqual(await faultsOf('Refused', { caller_ids: [callerId({ inbound_campaign: 'Nobody' })] }), [
      `${place}.caller_ids[0].inbound_campaign: "Nobody" is not among the campaigns of the project: there are none`,
    ])
    assert.deepEqual(
      await faultsOf('Refused', {
        caller_ids: [callerId({ inbound_campaign: 'Desk' })],
        campaigns: [{ ...inbound, call_direction: 'outbound' }],
      }),
      [
        `${place}.caller_ids[0].inbound_campaign: "Desk" is no campaign with call_direction: inbound, so it answers no calls`,
      ],
    )
    await apply('Refused', { campaigns: [{ ...inbound, call_direction: 'outbound' }] })
    const stored = await faultsOf('Refused', { caller_ids: [callerId({ inbound_campaign: 'Desk' })] })
    assert.equal(stored.length, 1)
    assert.match(stored[0]!, /answers no calls$/)
  })

  it('stays inbound as long as a caller ID names it', async () => {
    await apply('Stays', {
      caller_ids: [callerId({ inbound_campaign: 'Desk' })],
      campaigns: [inbound],
    })
    const outbound = [{ ...inbound, call_direction: 'outbound' }]
    assert.deepEqual(await faultsOf('Stays', { campaigns: outbound }), [
      `${place}.campaigns[0].call_direction: must be inbound, since the campaign answers calls to ${number}`,
    ])
    await apply('Stays', { caller_ids: [callerId()], campaigns: outbound })
  })

  it('has messages that are Liquid', async () => {
    const faults = await faultsOf('Messages', { campaigns: [{ ...inbound, closed_message: '{{ customer.' }] })
    assert.equal(faults.length, 1)
    assert.match(faults[0]!, /campaigns\[0\]\.closed_message: must be Liquid/)
    await apply('Messages', { campaigns: [{ ...inbound, busy_message: 'Busy, {{ customer.name }}.' }] })
  })

  it('has hours of its own, since it calls nobody', async () => {
    const windows = [{ days: ['mon'], from: '09:00', to: '17:00' }]
    const withHours = (calling_hours: object) => ({ campaigns: [{ ...inbound, calling_hours }] })
    const path = `${place}.campaigns[0].calling_hours`
    const why = 'an inbound campaign has no callee whose time zone could apply'
    assert.deepEqual(await faultsOf('Hours', withHours({ timezone: 'callee', windows })), [
      `${path}.timezone: must be an IANA time zone: ${why}`,
    ])
    assert.deepEqual(
      await faultsOf('Hours', withHours({ timezone: 'Europe/Berlin', also_callee: true, windows })),
      [`${path}.also_callee: must be left out: ${why}`],
    )
    const { tree } = await apply(
      'Hours',
      withHours({ timezone: 'Europe/Berlin', also_callee: false, windows }),
    )
    const { _id: organization_id, projects } = tree.organizations[0]!
    const { _id: project_id, campaigns } = projects[0]!
    const edited = await editRecord(context, {
      section: 'campaigns',
      organization_id,
      project_id,
      record_id: campaigns[0]!._id,
      patch: { calling_hours: { timezone: 'callee', windows } },
      revision: null,
      actor: programItself,
      isOperator: true,
      dryRun: false,
    })
    assert.equal(edited.kind, 'faulty')
  })

  it('is edited alone: chosen, renamed, and kept from becoming outbound', async () => {
    const { tree } = await apply('Edited', {
      caller_ids: [callerId(), { number: other, carrier: 'main' }],
      campaigns: [inbound],
    })
    const [{ _id: organization_id, projects }] = tree.organizations as [(typeof tree.organizations)[0]]
    const [project] = projects
    assert.ok(project)
    const edit = (section: EditedPlace['section'], record_id: string, patch: Record<string, unknown>) =>
      editRecord(context, {
        section,
        organization_id,
        project_id: project._id,
        record_id,
        patch,
        revision: null,
        actor: programItself,
        isOperator: true,
        dryRun: false,
      })
    const [first, second] = project.caller_ids
    const [campaign] = project.campaigns
    assert.ok(first && second && campaign)
    const chosen = await edit('caller_ids', first._id, { inbound_campaign: 'Desk' })
    assert.equal(chosen.kind, 'edited')
    const renamed = await edit('campaigns', campaign._id, { name: 'Front desk' })
    assert.equal(renamed.kind, 'edited', JSON.stringify(renamed))
    const wrong = await edit('campaigns', campaign._id, { call_direction: 'outbound' })
    assert.deepEqual(wrong.kind === 'faulty' && wrong.faults, [
      { path: 'call_direction', message: `must be inbound, since the campaign answers calls to ${number}` },
    ])
    const unknown = await edit('caller_ids', second._id, { inbound_campaign: 'Desk' })
    assert.equal(unknown.kind, 'faulty')
    const rows = await selectConfigured(context.db, [organization_id], [first._id, campaign._id])
    const publicUrl = () => 'https://calls.example.com/'
    const showContext = { db: context.db, clock: context.clock, publicUrl }
    const [shown] = await showRecords(
      showContext,
      rows.filter(({ kind }) => kind === 'caller_id'),
    )
    assert.ok(shown)
    const base = `https://calls.example.com/webhooks/voice/twilio/${organization_id}/inbound/${project.voice_carriers[0]!._id}`
    assert.deepEqual(
      [shown['inbound_campaign'], shown['inbound_campaign_id'], shown['voice_url'], shown['status_url']],
      ['Front desk', campaign._id, `${base}#rc=5&rp=ct,rt,5xx&ct=2000&rt=7000&tt=15000`, `${base}/status`],
    )
    const [standing] = await showRecords(
      showContext,
      rows.filter(({ kind }) => kind === 'campaign'),
    )
    assert.deepEqual([standing?.['is_ready'], standing?.['lacks']], [true, null])
  })
})
