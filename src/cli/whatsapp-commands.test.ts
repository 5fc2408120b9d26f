// Runs `templates`, `messages` and `opt-outs` as an operator does, beside a service on the same database.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { clockAhead, runCommand, runCommandHere } from '../../test/support/command.ts'
import type { Outcome } from '../../test/support/command.ts'
import { businessAccountId, startWhatsappService, templateComponents } from '../../test/support/whatsapp.ts'
import type { WhatsappService } from '../../test/support/whatsapp.ts'
import { sql } from '../db/sql.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-whatsapp-'))
let whatsapp: WhatsappService
before(async () => {
  whatsapp = await startWhatsappService()
})
after(async () => {
  await whatsapp[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const environment = () => ({
  DATABASE_URL: whatsapp.service.databaseUrl,
  DATA_DIR: folder,
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
})

function run(...args: string[]): Promise<Outcome> {
  return runCommandHere(args, environment())
}

/** Runs a command that must succeed. Returns its output. */
async function printed(...args: string[]): Promise<string> {
  return outputOf(await run(...args))
}

/** Runs a command that must succeed in a process of its own. Returns its output. */
async function printedByProcess(...args: string[]): Promise<string> {
  return outputOf(await runCommand(args, environment()))
}

function outputOf({ status, stdout, stderr }: Outcome): string {
  assert.deepEqual([status, stderr], [0, ''])
  return stdout
}

async function refusal(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await run(...args)
  assert.deepEqual([status, stdout], [1, ''])
  return stderr
}

const here = ['--organization', 'Acme', '--project', 'Renewals']

describe('templates sync', () => {
  it('reports for each connected sender what has changed', async () => {
    whatsapp.network.addTemplate({
      business_account_id: businessAccountId,
      name: 'order_update',
      language: 'de',
      parameter_format: 'NAMED',
      components: templateComponents,
    })
    const document: unknown = JSON.parse(await printedByProcess('templates', 'sync', '--json'))
    assert.deepEqual(document, {
      senders: [
        {
          _id: whatsapp.senderId,
          organization: 'Acme',
          project: 'Renewals',
          name: 'main',
          status: 'synced',
          added: ['order_update (de)'],
          changed: [],
          disabled: [],
          unchanged: 3,
        },
      ],
    })
    assert.equal(
      await printed('templates', 'sync', ...here),
      'Acme / Renewals / main: 0 added, 0 changed, 0 disabled, 4 unchanged\n',
    )
  })

  it('exits with 1 if an account could not be read', async () => {
    whatsapp.network.addFault({ operation: 'templates', times: 1, fault: { kind: 'status', status: 503 } })
    const { status, stdout } = await run('templates', 'sync', ...here)
    assert.equal(status, 1)
    assert.match(stdout, /^Acme \/ Renewals \/ main: nothing was changed: /)
  })

  it('refuses unknown names, and a project without its organization', async () => {
    assert.match(
      await refusal('templates', 'sync', '--organization', 'Acne'),
      /no connected sender in an organization Acne/,
    )
    assert.match(
      await refusal('templates', 'sync', '--project', 'Renewals'),
      /--project needs --organization/,
    )
  })
})

describe('messages', () => {
  it('are listed while they are unresolved, and settled once, with a name and a reason', async () => {
    assert.equal(await printed('messages', 'unresolved'), 'There are no unresolved messages.\n')
    const { service, broadcastIds } = whatsapp
    const address = `/organizations/${service.organizationId}/projects/${service.projectId}/broadcasts/${broadcastIds['October']}/messages`
    const data = { first_name: 'Ada', order_id: 'A-1', button_0: 'orders/1' }
    const answer = await service.request('POST', address, { body: { to: '+14155554036', data } })
    assert.equal(answer.status, 503)
    const { messages } = JSON.parse(await printedByProcess('messages', 'unresolved', '--json')) as {
      messages: { _id: string; to: string }[]
    }
    assert.deepEqual(
      messages.map(({ to }) => to),
      ['+14155554036'],
    )
    const { _id } = messages[0]!
    assert.match(
      await printed('messages', 'unresolved'),
      new RegExp(`^${_id}  since \\S+  Acme / Renewals / October  \\+14155554036  template\n$`),
    )
    const settle = ['messages', 'settle', _id, '--as', 'failed', '--by', 'Grace']
    assert.match(await refusal(...settle, '--why', ' '), /--why must be one line of 1 to 1000 characters/)
    const settled: unknown = JSON.parse(
      await printedByProcess(...settle, '--why', 'Meta shows none', '--json'),
    )
    assert.deepEqual(settled, {
      _id,
      status: 'failed',
      settled: { by: 'Grace', why: 'Meta shows none' },
    })
    assert.match(
      await refusal(...settle, '--why', 'Again'),
      /is failed; only an unresolved one can be settled/,
    )
    assert.match(
      await refusal('messages', 'settle', 'none', '--as', 'sent', '--by', 'Grace', '--why', 'x'),
      /there is no message with the id none/,
    )
    assert.equal((await run('messages', 'settle', _id, '--as', 'read', '--by', 'G', '--why', 'x')).status, 2)
  })
})

describe('opt-outs', () => {
  it('are added and removed, and show the person’s state', async () => {
    const number = ['--number', '+1 415 555 4100']
    const added = await printedByProcess('opt-outs', 'add', ...here, ...number, '--why', 'Asked by letter')
    assert.match(
      added,
      /^\+14155554100 is opted out\.\n {2}all messages: by the operator, since \S+: Asked by letter\n$/,
    )
    assert.match(
      await printed('opt-outs', 'add', ...here, ...number),
      /^\+14155554100 was opted out already\.\n/,
    )
    const stored = await whatsapp.service.context.db.query(
      sql`select recipient, scope, source, why from whatsapp_opt_outs`,
    )
    assert.deepEqual(stored, [
      { recipient: '+14155554100', scope: 'all', source: 'operator', why: 'Asked by letter' },
    ])
    const removed: unknown = JSON.parse(await printed('opt-outs', 'remove', ...here, ...number, '--json'))
    assert.deepEqual(removed, { number: '+14155554100', changed: true, opt_outs: [] })
    assert.equal(await printed('opt-outs', 'remove', ...here, ...number), '+14155554100 was not opted out.\n')
  })

  it('go by the database’s clock: a new one holds after an end from a machine that is an hour ahead', async () => {
    const person = [...here, '--number', '+14155554101']
    await printed('opt-outs', 'add', ...person)
    const ahead = { ...environment(), ...clockAhead(folder, 3_600_000) }
    assert.equal((await runCommand(['opt-outs', 'remove', ...person], ahead)).status, 0)
    assert.match(
      await printed('opt-outs', 'add', ...person),
      /^\+14155554101 is opted out\.\n {2}all messages: by the operator/,
    )
  })

  it('take the WhatsApp id of a person without a number', async () => {
    const here = ['--organization', 'Acme', '--project', 'Renewals', '--number', 'US.13491208655302741918']
    assert.match(await printed('opt-outs', 'add', ...here), /^US\.13491208655302741918 is opted out\.\n/)
    assert.equal(
      await printed('opt-outs', 'remove', ...here),
      'US.13491208655302741918 may be written to again.\n',
    )
  })

  it('are refused for a malformed number, and for an unknown project', async () => {
    assert.match(
      await refusal('opt-outs', 'add', ...here, '--number', '12'),
      /--number is not a telephone number/,
    )
    const elsewhere = ['--organization', 'Acme', '--project', 'None', '--number', '+14155554100']
    assert.match(await refusal('opt-outs', 'remove', ...elsewhere), /there is no project None/)
  })
})
