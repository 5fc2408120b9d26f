// A real process dies while somebody calls: before it has written the call, and after that, before it has answered.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { carrierAccount, startCarrier } from '../support/carrier.ts'
import type { Carrier } from '../support/carrier.ts'
import { addressesOfNumbers, arrivingCall, askForCall } from '../support/inbound.ts'
import { createPrograms } from '../support/killed-programs.ts'
import type { Programs } from '../support/killed-programs.ts'
import { createNumbers } from '../support/numbers.ts'
import { eventually, startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'

const number = '+14155550170'
const definition = {
  start: 'ask',
  steps: {
    ask: {
      kind: 'listen',
      text: 'How can we help?',
      input: 'speech',
      variable: 'wish',
      next: 'bye',
      no_input: 'bye',
    },
    bye: { kind: 'hang_up', text: 'Goodbye.' },
  },
}
const nextNumber = createNumbers()
let carrier: Carrier
let service: Service
let programs: Programs
before(async () => {
  carrier = await startCarrier()
  service = await startService({
    carrier: { api_url: carrier.url, account_sid: carrierAccount },
    callerIds: [{ number, inbound_campaign: 'Line' }],
    workflows: [{ name: 'reception', definition }],
    campaigns: [
      {
        name: 'Line',
        status: 'running',
        call_direction: 'inbound',
        campaign_type: 'workflow',
        workflow: 'reception',
        slots: 1,
      },
    ],
  })
  programs = createPrograms(service.databaseUrl, {})
})
after(async () => {
  await programs[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

const storedStates = async (sid: string): Promise<string[]> => {
  const rows = await service.context.db.query<{ state: string }>(sql`
    select c.state from call_attempts a join calls c on c._id = a.call_id where a.carrier_call_sid = ${sid}`)
  return rows.map(({ state }) => state)
}

for (const [when, table, states] of [
  ['before it has written the call', 'conversations', []],
  ['after that, and before it has answered', 'workflow_runs', ['live']],
] as const)
  it(`a process that dies ${when} leaves one call once another is asked (Rule 145)`, async () => {
    const program = await programs.start('api')
    const dying = await addressesOfNumbers({ ...service, url: program.url })
    const leg = arrivingCall(carrier, nextNumber(), number)
    const client = await service.context.db.connect()
    await client.query(`begin; lock table ${table} in access exclusive mode`)
    const asked = askForCall(carrier, leg, dying.voice).catch(() => null)
    await eventually('the request waits for the table', async () => {
      const waiting = await service.context.db.query(sql`
        select from pg_locks where relation = ${table}::regclass and not granted`)
      return waiting.length > 0 ? true : null
    })
    await program.kill()
    await client.query('rollback')
    await client.end()
    assert.equal(await asked, null)
    assert.deepEqual(await storedStates(leg.sid), states)
    const { voice, status } = await addressesOfNumbers(service)
    const { document } = await askForCall(carrier, leg, voice)
    assert.match(document, /How can we help\?/)
    assert.deepEqual(await storedStates(leg.sid), ['live'])
    await carrier.report(leg, 'completed', { CallDuration: '3', Direction: 'inbound' }, { url: status })
    assert.deepEqual(await storedStates(leg.sid), ['completed'])
  })
