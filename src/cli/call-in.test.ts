// Runs `switchboard call-in` and the check of numbers by `doctor`, on a service with the sandbox's phone network.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, it } from 'node:test'
import { runCommand, runCommandHere } from '../../test/support/command.ts'
import type { Outcome } from '../../test/support/command.ts'
import { scriptCampaign } from '../../test/support/declarations.ts'
import { addressesOfNumbers } from '../../test/support/inbound.ts'
import { eventually, startService } from '../../test/support/service.ts'
import type { Service } from '../../test/support/service.ts'
import { sql } from '../db/sql.ts'
import type { Finding } from '../operator/doctor/check.ts'

const number = '+14155550170'
const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-call-in-'))
let service: Service
before(async () => {
  service = await startService({
    callerIds: [{ number, inbound_campaign: 'Line' }],
    campaigns: [
      scriptCampaign(),
      scriptCampaign({ name: 'Line', call_direction: 'inbound', caller_id: null }),
    ],
  })
})
after(async () => {
  await service[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const environment = () => ({
  DATABASE_URL: service.databaseUrl,
  DATA_DIR: folder,
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  PUBLIC_URL: service.url,
})
const run = (...args: string[]): Promise<Outcome> => runCommandHere(args, environment())

async function findingOfNumber(): Promise<Finding | undefined> {
  const { stdout } = await run('doctor', '--json')
  const { checks } = JSON.parse(stdout) as { checks: Finding[] }
  return checks.find(({ check }) => check === `number Acme / Renewals / ${number}`)
}

it('points the number here and calls it, so that the campaign answers; doctor knows before and after', async () => {
  const before_ = await findingOfNumber()
  assert.equal(before_?.status, 'warn')
  assert.ok(before_.mend?.includes(`${service.url}/webhooks/voice/twilio/${service.organizationId}/inbound/`))
  const args = ['call-in', '--from', '+14155550102', '--json']
  const { status, stdout, stderr } = await runCommand(args, environment())
  assert.equal(status, 0, stderr)
  const placed = JSON.parse(stdout) as { number: string; sid: string }
  assert.equal(placed.number, number)
  const call = await eventually('the call is over', async () => {
    const [found] = await service.context.db.query<Record<string, unknown>>(sql`
      select c.placed_by, c.phone_number, c.state from call_attempts a join calls c on c._id = a.call_id
      where a.carrier_call_sid = ${placed.sid} and c.state <> 'live'`)
    return found ?? null
  })
  assert.deepEqual(call, { placed_by: 'caller', phone_number: '+14155550102', state: 'completed' })
  assert.equal((await findingOfNumber())?.status, 'ok')
})

it('doctor knows a number whose calls go elsewhere, whatever its address', async () => {
  const { voice } = await addressesOfNumbers(service)
  const [carrier] = await service.context.db.query<{ account_sid: string }>(sql`
    select account_sid from voice_carriers`)
  const findingWith = async (more: object) => {
    service.network?.setNumber({ account_sid: carrier!.account_sid, number, voice_url: voice, ...more })
    const finding = await findingOfNumber()
    assert.ok(finding)
    return `${finding.status}: ${finding.message}`
  }
  assert.equal(await findingWith({}), 'ok: calls to it come here')
  assert.match(await findingWith({ trunk_sid: `TK${'1'.repeat(32)}` }), /^warn: .* an Elastic SIP trunk/)
  assert.match(await findingWith({ voice_application_sid: `AP${'1'.repeat(32)}` }), /^warn: .* a TwiML app/)
  assert.match(await findingWith({ voice_method: 'GET' }), /^warn: .* by GET/)
})

it('says what is wrong with a number, and calls nobody', async () => {
  for (const [args, message] of [
    [['--from', 'nobody'], /--from must be a number/],
    [['--to', '+14155550100'], /no caller ID \+14155550100 with an inbound_campaign/],
  ] as const) {
    const { status, stderr } = await run('call-in', ...args)
    assert.equal(status, 1)
    assert.match(stderr, message)
  }
  await service.context.db.write(sql`
    update voice_carriers set api_url = 'https://api.twilio.com' returning _id`)
  const { status, stderr } = await run('call-in')
  assert.equal(status, 1)
  assert.match(stderr, /belongs to a real carrier account/)
})
