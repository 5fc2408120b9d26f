// Runs `tickets` as an operator does, beside a service on the same database.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runCommand, runCommandHere } from '../../test/support/command.ts'
import type { Outcome } from '../../test/support/command.ts'
import { startService } from '../../test/support/service.ts'
import type { Service } from '../../test/support/service.ts'
import { uuidv7 } from '../base/ids.ts'
import { sql } from '../db/sql.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-tickets-'))
const conversationId = uuidv7()
const profileId = uuidv7()
let service: Service
before(async () => {
  service = await startService()
  const { organizationId, projectId, context } = service
  const mine = sql`${organizationId}::uuid, ${projectId}::uuid`
  await context.db.query(sql`
    insert into profiles (organization_id, project_id, _id, display_id, created_at, updated_at)
    select ${mine}, ${profileId}::uuid, 'CUST-000001', now(), now()`)
  await context.db.query(sql`
    insert into conversations (organization_id, project_id, _id, channel_type, conversation_type, status, phone_number,
      profile_id, start_time, created_at)
    select ${mine}, ${conversationId}::uuid, 'whatsapp', 'inbound', 'live', '+14155550123', ${profileId}::uuid, now(),
      now()`)
})
after(async () => {
  await service[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const environment = () => ({ DATABASE_URL: service.databaseUrl, DATA_DIR: folder })

function run(...args: string[]): Promise<Outcome> {
  return runCommandHere(['tickets', ...args], environment())
}

/** Runs a command that must succeed. Returns its output. */
async function printed(...args: string[]): Promise<string> {
  return outputOf(await run(...args))
}

/** Runs a command that must succeed in a process of its own. Returns its output. */
async function printedByProcess(...args: string[]): Promise<string> {
  return outputOf(await runCommand(['tickets', ...args], environment()))
}

function outputOf({ status, stdout, stderr }: Outcome): string {
  assert.deepEqual([status, stderr], [0, ''])
  return stdout
}

async function runJson(...args: string[]): Promise<Record<string, unknown>> {
  return JSON.parse(await printed(...args, '--json')) as Record<string, unknown>
}

async function refusal(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await run(...args)
  assert.deepEqual([status, stdout], [1, ''])
  return stderr
}

async function ticketsCounted(): Promise<number> {
  const { body } = await service.request(
    'GET',
    `/organizations/${service.organizationId}/projects/${service.projectId}/analytics`,
  )
  return (body.data as { tickets: number }).tickets
}

const here = ['--organization', 'Acme', '--project', 'Renewals']

describe('tickets', () => {
  it('are opened, counted at the next request, listed and closed', async () => {
    assert.equal(await printedByProcess('list'), 'There are no open tickets.\n')
    const plain = await runJson('open', ...here, '--subject', ' Call back ')
    assert.deepEqual([plain['status'], plain['channel_type'], plain['subject']], ['open', 'web', 'Call back'])
    assert.equal(await ticketsCounted(), 1)
    const linked = await runJson('open', ...here, '--subject', 'Refund', '--conversation', conversationId)
    assert.equal(linked['channel_type'], 'whatsapp')
    assert.equal(await ticketsCounted(), 2)
    await printedByProcess(
      'open',
      ...here,
      '--subject',
      'By phone',
      '--profile',
      profileId,
      '--channel',
      'voice',
    )
    assert.equal(await ticketsCounted(), 2)

    const { tickets, total } = (await runJson('list', ...here)) as {
      tickets: Record<string, unknown>[]
      total: number
    }
    assert.deepEqual(
      tickets.map(({ subject, channel_type, status, opened_by, conversation_id, customer_profile_id }) => [
        subject,
        channel_type,
        status,
        opened_by,
        conversation_id,
        customer_profile_id,
      ]),
      [
        ['By phone', 'voice', 'open', 'operator', null, profileId],
        ['Refund', 'whatsapp', 'open', 'operator', conversationId, profileId],
        ['Call back', 'web', 'open', 'operator', null, null],
      ],
    )
    assert.equal(total, 3)

    const id = String(linked['_id'])
    assert.equal(await printedByProcess('close', id.toUpperCase()), `Ticket ${id} is closed.\n`)
    assert.equal(await printed('close', id), `Ticket ${id} was closed already.\n`)
    assert.equal((await runJson('close', id))['changed'], false)
    assert.equal((await runJson('list'))['total'], 2)
    assert.equal((await runJson('list', '--organization', 'Acme', '--all'))['total'], 3)
    assert.match(
      await printed('list', '--all'),
      new RegExp(`^${id}  closed, of \\S+  Acme / Renewals  whatsapp  Refund$`, 'm'),
    )
    assert.equal(await ticketsCounted(), 2)
  })

  it('are refused for projects, conversations and profiles that do not exist', async () => {
    const subject = ['--subject', 'x']
    const elsewhere = ['--organization', 'Acme', '--project', 'None']
    assert.match(await refusal('open', ...elsewhere, ...subject), /there is no project None/)
    assert.match(await refusal('list', ...elsewhere), /there is no project None/)
    assert.match(await refusal('list', '--project', 'Renewals'), /--project needs --organization/)
    assert.match(
      await refusal('open', ...here, ...subject, '--conversation', profileId),
      /no conversation with the id/,
    )
    assert.match(
      await refusal('open', ...here, ...subject, '--profile', 'x'),
      /no customer profile with the id x/,
    )
    assert.match(await refusal('open', ...here, '--subject', '\n'), /--subject must be one line of 1 to 1000/)
    assert.match(await refusal('close', 'x'), /there is no ticket with the id x/)
    assert.match(await refusal('close', uuidv7()), /there is no ticket with the id/)
    assert.equal((await run('open', ...here, ...subject, '--channel', 'fax')).status, 2)
    assert.equal((await run('open', ...here)).status, 2)
  })

  it('for a merged profile belong to the survivor', async () => {
    const { organizationId, projectId, context } = service
    const mergedId = uuidv7()
    await context.db.query(sql`
      insert into merged_profiles (organization_id, project_id, _id, survivor_id, merged_at)
      values (${organizationId}, ${projectId}, ${mergedId}, ${profileId}, now())`)
    const { _id } = await runJson('open', ...here, '--subject', 'Merged', '--profile', mergedId)
    const rows = await context.db.query(sql`
      select profile_id from tickets where organization_id = ${organizationId} and _id = ${_id}`)
    assert.deepEqual(rows, [{ profile_id: profileId }])
  })
})
