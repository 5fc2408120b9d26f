import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually, startService } from '../../../test/support/service.ts'
import type { Service } from '../../../test/support/service.ts'
import { sql } from '../../db/sql.ts'
import { callsPerDayMax, placeLiveCall, startLiveCalls, switchLiveCalls, underWayMax } from './live-calls.ts'
import { loadDemo } from './load-demo.ts'
import type { LoadedDemo } from './load-demo.ts'
import { selectDemos, upsertDemo } from './queries.ts'

let service: Service
let demo: LoadedDemo
let carrierUrl: string
const answers = new Map<string, readonly string[]>()
const place = () =>
  placeLiveCall(service.context, demo, {
    carrierUrl,
    setAnswers: (number, said) => answers.set(number, said),
  })
const countCalls = async () => {
  const [row] = await service.context.db.query<{ calls: number }>(sql`select count(*) as calls from calls`)
  return row!.calls
}
const idle = () =>
  eventually('no call is under way', async () => {
    const [row] = await service.context.db.query<{ rest: number }>(
      sql`select count(*) as rest from calls where state in ('dialling', 'ringing', 'live')`,
    )
    return row!.rest === 0 ? true : null
  })

before(async () => {
  service = await startService({}, { speed: 500 })
  carrierUrl = service.network!.url
  const addresses = {
    phoneNetworkUrl: carrierUrl,
    whatsappNetworkUrl: 'http://127.0.0.1:9902',
    modelNetworkUrl: 'http://127.0.0.1:9903/v1',
  }
  demo = await loadDemo(service.context, addresses, null, { hasHistory: true })
  await service.context.db.write(sql`update campaigns set retry_max_attempts = 1`)
})
after(() => service[Symbol.asyncDispose]())

describe('a live call', () => {
  it('is not placed where no history was asked for', async () => {
    assert.equal(await place(), 'switched_off')
    assert.equal(await switchLiveCalls(service.context.db, demo.organization_id, true), false)
  })

  it('goes to the sandbox, to somebody whose answers were set before', async () => {
    await upsertDemo(service.context.db, demo, new Date())
    assert.equal(await place(), 'placed')
    const [{ to }] = service.network!.calls() as unknown as [{ to: string }] // One call was placed.
    assert.match(to, /^\+1\d{3}55501\d\d$/)
    assert.ok(answers.get(to)!.length > 0)
    await idle()
  })

  it('is not placed once it is switched off, until it is switched on', async () => {
    const calls = await countCalls()
    assert.equal(await switchLiveCalls(service.context.db, demo.organization_id, false), true)
    assert.equal(await place(), 'switched_off')
    assert.equal((await selectDemos(service.context.db))[0]?.places_calls, false)
    assert.equal(await countCalls(), calls)
    await switchLiveCalls(service.context.db, demo.organization_id, true)
    assert.equal(await place(), 'placed')
    await idle()
  })

  it('is not placed while six are under way, nor above the calls of a day', async () => {
    const { organization_id, project_id } = demo
    const { db } = service.context
    const [{ _id } = { _id: '' }] = await db.query<{ _id: string }>(sql`select _id from calls limit 1`)
    await db.write(sql`alter table numbers_in_use drop constraint numbers_in_use_organization_id_call_id_key`)
    await db.write(sql`
      insert into numbers_in_use (organization_id, project_id, phone_number, call_id)
      select ${organization_id}, ${project_id}, 'number ' || n, ${_id} from generate_series(1, ${underWayMax}) n`)
    assert.equal(await place(), 'enough_under_way')
    await db.write(sql`delete from numbers_in_use`)
    const today = new Date().toISOString().slice(0, 10)
    await db.write(sql`update demos set calls_placed = ${callsPerDayMax}, calls_day = ${today}`)
    assert.equal(await place(), 'enough_today')
    await db.write(sql`update demos set calls_day = calls_day - 1`)
    assert.equal(await place(), 'placed')
    await idle()
  })

  it('is not placed where an account of the organization is not the sandbox’s', async () => {
    const { db } = service.context
    for (const url of [null, 'https://api.twilio.com', `${carrierUrl}/`]) {
      await db.write(
        sql`update voice_carriers set api_url = ${url} where organization_id = ${demo.organization_id}`,
      )
      assert.equal(await place(), 'foreign_carrier')
    }
    await db.write(
      sql`update voice_carriers set api_url = ${carrierUrl} where organization_id = ${demo.organization_id}`,
    )
  })

  it('is placed only while somebody watches', async () => {
    let isWatched = false
    let asks = 0
    const calls = await countCalls()
    const live = startLiveCalls(service.context, demo, {
      carrierUrl,
      setAnswers: () => {},
      isWatched: () => {
        asks++
        return isWatched
      },
    })
    // At the second question, what the first answer led to is over.
    await eventually('it was asked twice whether somebody watches', () => (asks >= 2 ? true : null))
    assert.equal(await countCalls(), calls)
    isWatched = true
    await eventually('a call is placed', async () => ((await countCalls()) === calls + 1 ? true : null))
    await live[Symbol.asyncDispose]()
  })
})
