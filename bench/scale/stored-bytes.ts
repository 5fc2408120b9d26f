// How many bytes a call, and a message, leave in the database and in its log: node bench/scale/stored-bytes.ts
// [--most 240] Each goes from the request to its end over the sandbox. Takes about two minutes.
import { parseArgs } from 'node:util'
import { runWorker } from '../../src/app/worker.ts'
import { sql } from '../../src/db/sql.ts'
import { scriptCampaign } from '../../test/support/declarations.ts'
import { eventually } from '../../test/support/service.ts'
import type { Service } from '../../test/support/service.ts'
import { startService } from '../../test/support/service.ts'
import { startWhatsappService } from '../../test/support/whatsapp.ts'

const { values } = parseArgs({ options: { most: { type: 'string', default: '240' } } })
const most = Number(values.most)
/** What the first ones add is not counted: first pages of tables and indexes. */
const warmUp = Math.round(most / 3)
const atOnce = 8

interface Stored {
  bytes: number
  log: number
}

async function stored({ context: { db } }: Service): Promise<Stored> {
  const [row] = await db.query<Stored>(sql`
    select sum(pg_total_relation_size(oid))::float8 as bytes,
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as log
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)
  return row!
}

async function measure(
  what: string,
  service: Service,
  place: (index: number) => Promise<unknown>,
  countOver: () => Promise<number>,
) {
  const stop = new AbortController()
  const running = runWorker(service.context, stop.signal)
  const upTo = async (from: number, to: number): Promise<void> => {
    let next = from
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (next < to) await place(next++)
      }),
    )
    await eventually('all are over', async () => ((await countOver()) >= to ? true : null), 180_000)
  }
  await upTo(0, warmUp)
  const before = await stored(service)
  await upTo(warmUp, most)
  const after = await stored(service)
  const each = (member: keyof Stored) => Math.round((after[member] - before[member]) / (most - warmUp))
  console.log(`| ${what} | ${each('bytes')} | ${each('log')} |`)
  stop.abort()
  await running
}

const countOf = (service: Service, from: ReturnType<typeof sql>) => async () => {
  const [row] = await service.context.db.query<{ count: number }>(
    sql`select count(*)::float8 as count ${from}`,
  )
  return row!.count
}
const must = async (answer: Promise<{ status: number; body: { message: string } }>) => {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`${status}: ${body.message}`)
}

/** Numbers that end in 00 answer, and listen or read. */
const numberOf = (index: number) => `+1415${2_000_000 + index * 100}`

console.log('| one, from its request to its end | stored bytes | bytes of log |\n| --- | --- | --- |')
{
  await using service = await startService(
    { campaigns: [scriptCampaign({ name: 'One', slots: 1_000 })] },
    { speed: 200 },
  )
  const path = `/organizations/${service.organizationId}/projects/${service.projectId}/campaigns/${service.campaignIds['One']}/calls`
  await measure(
    'call',
    service,
    (index) => must(service.request('POST', path, { body: { phone_number: numberOf(index) } })),
    countOf(service, sql`from calls where state not in ('waiting', 'dialling', 'live')`),
  )
}
{
  await using world = await startWhatsappService({ sends: 1_000_000 })
  const { service, broadcastIds } = world
  const path = `/organizations/${service.organizationId}/projects/${service.projectId}/broadcasts/${broadcastIds['October']}/messages`
  const data = { first_name: 'Ada', order_id: 'A-1', button_0: 'orders/1' }
  await measure(
    'message',
    service,
    (index) => must(service.request('POST', path, { body: { to: numberOf(index), data } })),
    countOf(service, sql`from whatsapp_messages where status not in ('processing', 'sent', 'delivered')`),
  )
}
