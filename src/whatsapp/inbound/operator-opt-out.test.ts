import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startWhatsappService } from '../../../test/support/whatsapp.ts'
import type { WhatsappService } from '../../../test/support/whatsapp.ts'
import { insertOptOut } from './inbound-queries.ts'
import { addOptOut, removeOptOut } from './operator-opt-out.ts'

let whatsapp: WhatsappService
before(async () => {
  whatsapp = await startWhatsappService()
})
after(() => whatsapp[Symbol.asyncDispose]())

const actor = { kind: 'cli', id: null, name: 'ada@box', via: 'command', requestId: null } as const

const person = (number: string) => {
  const { organizationId, projectId } = whatsapp.service
  return { organization_id: organizationId, project_id: projectId, number }
}

async function sendTo(to: string): Promise<number> {
  const { organizationId, projectId } = whatsapp.service
  const path = `/organizations/${organizationId}/projects/${projectId}/broadcasts/${whatsapp.broadcastIds['October']}/messages`
  const data = { first_name: 'Ada', order_id: 'A-1', button_0: 'orders/1' }
  return (await whatsapp.service.request('POST', path, { body: { to, data } })).status
}

it('bars a person, in any spelling of the number, until the operator lifts it', async () => {
  const context = { ...whatsapp.service.context, actor }
  const to = '+14155552000'
  const added = await addOptOut(context, person('+1 (415) 555-2000'), 'Asked by letter')
  assert.ok(added)
  assert.deepEqual([added.number, added.changed], [to, true])
  assert.deepEqual(
    added.opt_outs.map(({ scope, source, why }) => [scope, source, why]),
    [['all', 'operator', 'Asked by letter']],
  )
  assert.equal(await sendTo(to), 400)
  const again = await addOptOut(context, person(to), 'Asked again')
  // The stored opt-out stays, except for the time of the last request.
  const [kept] = added.opt_outs
  assert.deepEqual(again, {
    ...added,
    changed: false,
    opt_outs: [{ ...kept, since: again?.opt_outs[0]?.since }],
  })
  assert.deepEqual(await removeOptOut(context, person(to)), { number: to, changed: true, opt_outs: [] })
  assert.equal(await sendTo(to), 200)
  assert.deepEqual(await removeOptOut(context, person(to)), { number: to, changed: false, opt_outs: [] })
})

it('ends a STOP, too, and leaves an opt-out from marketing (Rule 63)', async () => {
  const context = { ...whatsapp.service.context, actor }
  const { number: recipient, ...project } = person('+14155552100')
  const stop = { scope: 'all', source: 'message' } as const
  const marketing = { scope: 'marketing', source: 'provider' } as const
  for (const optOut of [stop, marketing])
    await insertOptOut(context.db, { ...project, recipient }, optOut, new Date('2026-01-01'))
  const added = await addOptOut(context, person(recipient), undefined)
  assert.deepEqual([added?.changed, added?.opt_outs.length], [false, 2])
  const removed = await removeOptOut(context, person(recipient))
  assert.deepEqual(removed, {
    number: recipient,
    changed: true,
    opt_outs: [{ ...marketing, since: '2026-01-01T00:00:00.000Z', why: null }],
  })
})

it('reads numbers with the project’s country, and refuses invalid ones', async () => {
  const context = { ...whatsapp.service.context, actor }
  const project = person('+14155552200')
  assert.equal(await addOptOut(context, { ...project, number: '555' }, undefined), null)
  // The project has no country until it declares one.
  assert.equal(await addOptOut(context, { ...project, number: '(415) 555-2200' }, undefined), null)
  await whatsapp.service.apply({
    organizations: [{ name: 'Acme', projects: [{ name: 'Renewals', default_country: 'US' }] }],
  })
  const added = await addOptOut(context, { ...project, number: '(415) 555-2200' }, undefined)
  assert.equal(added?.number, '+14155552200')
})
