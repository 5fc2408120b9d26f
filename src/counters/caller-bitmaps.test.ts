import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fc } from '../../test/support/properties.ts'
import { startService } from '../../test/support/service.ts'
import type { Service } from '../../test/support/service.ts'
import { selectVoiceCounts } from '../analytics/voice-queries.ts'
import { summarize } from '../analytics/voice-summary.ts'
import { deleteMove, insertMove, updateSourceMove } from '../cells/move/move-queries.ts'
import { conversationFields } from '../conversations/list-queries.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { parseFilters } from '../filters/parse.ts'
import { importHistory } from '../operator/import/import-history.ts'
import { recount } from '../operator/recount/recount.ts'
import { dayMs, partsOf, selectCallersByBitmaps } from './caller-bitmaps.ts'
import { countCaller, countChange } from './count-changes.ts'
import { countedFilter } from './counted-filter.ts'
import { chunksOf, dueWhileDaysUnsealed, sealCallers, unsealCallers } from './seal-callers.ts'

let service: Service
before(async () => {
  service = await startService({})
  // As many as a project needs for bitmaps.
  await service.context.db.write(sql`
    insert into row_counts (organization_id, project_id, kind, rows)
    values (${service.organizationId}, ${service.projectId}, 'callers', 1000)`)
  await service.context.db.write(sql`
    insert into conversation_callers (organization_id, project_id, caller, conversations)
    values (${service.organizationId}, ${service.projectId}, '+14155552001', 0)`)
})
after(() => service[Symbol.asyncDispose]())

const project = () => ({ organization_id: service.organizationId, project_id: service.projectId })
const first = Date.parse('2025-01-20T00:00:00Z')
const days = 60
/** Two hours after the last day, when all are over. */
const later = new Date(first + days * dayMs + 7_200_000)

const statuses = ['completed', 'no_answer', 'live'] as const
const conversation = fc.record({
  at: fc.integer({ min: first, max: first + days * dayMs - 1 }).map((at) => new Date(at)),
  caller: fc.integer({ min: 0, max: 19 }).map((number) => `+1415555${2_000 + number}`),
  status: fc.constantFrom(...statuses),
  seconds: fc.constantFrom(null, 0, 3, 7, 7.5, 12.25, 300),
})

interface Written {
  at: Date
  caller: string
  status: string
  seconds: number | null
}

async function write({ at, caller, status, seconds }: Written): Promise<void> {
  const { organization_id, project_id } = project()
  await service.context.db.write(sql`
    with made as (
      insert into conversations (organization_id, project_id, _id, start_time, status, phone_number, channel_type,
        conversation_type, duration_seconds, created_at)
      values (${organization_id}, ${project_id}, gen_random_uuid(), ${at}, ${status}, ${caller}, 'voice', 'outbound',
        ${seconds}, now())
      returning *
    ), ${countChange(sql`
      select organization_id, project_id, start_time, channel_type, conversation_type, status, campaign_id, 1 as times,
        duration_seconds
      from made`)}, ${countCaller(sql`select organization_id, project_id, caller from made`, 1)}
    select`)
}

/** Seals all days, as the worker does in an hour. */
async function seal(): Promise<void> {
  const { db } = service.context
  while (await sealCallers(db, new Date(later.getTime() - 3_600_000)));
  while (await sealCallers(db, later));
}

/** Changes a conversation in one of the ways in which the past changes. */
const change = fc.oneof(
  conversation.map((made) => () => write(made)),
  fc
    .constantFrom(
      sql`update conversations c set status = 'failed'`,
      sql`update conversations c set phone_number = '+14155552001'`,
      sql`update conversations c set duration_seconds = 7`,
      sql`delete from conversations c`,
    )
    .map((changed) => async () => {
      await service.context.db.write(sql`
      ${changed} where c.organization_id = ${service.organizationId}
        and c._id = (select _id from conversations order by md5(_id::text) limit 1)`)
    }),
)
const span = fc
  .tuple(conversation, conversation)
  .map(([one, other]) => ({ $gte: one.at.toISOString(), $lt: other.at.toISOString() }))
const filter = fc
  .record({
    status: fc.option(fc.constantFrom('completed', { $in: ['live', 'failed'] })),
    start_time: fc.option(span),
  })
  .map((parts) => Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== null)))

async function compare(filters: object): Promise<number | null> {
  const { db } = service.context
  const counted = countedFilter(parseFilters(JSON.stringify(filters), conversationFields))
  assert.ok(counted)
  const from = counted.span.from === -Infinity ? '-infinity' : new Date(counted.span.from).toISOString()
  const to = counted.span.to === Infinity ? 'infinity' : new Date(counted.span.to).toISOString()
  const [raw] = await db.query<{ callers: number }>(sql`
    select count(distinct caller) as callers from conversations c
    where c.organization_id = ${service.organizationId} and c.start_time >= ${from}::timestamptz
      and c.start_time < ${to}::timestamptz
      and (${counted.status === null}::boolean or c.status = any(${counted.status ?? []}::text[]))`)
  const callers = await selectCallersByBitmaps(db, project(), counted)
  if (callers !== null) assert.equal(callers, raw?.callers, JSON.stringify(filters))
  return callers
}

const projects = sql`select organization_id, _id as project_id from projects`

/** Returns the database, whose first transaction begins only after something else has happened. */
function waitingFor(db: Db, happens: () => Promise<unknown>): Db {
  let hasHappened = false
  return {
    ...db,
    transaction: async (run) => {
      if (!hasHappened) await happens()
      hasHappened = true
      return db.transaction(run)
    },
  }
}

/** Returns how many bitmaps of days and of months, and durations of days, differ from the rows. */
async function sealedThatDiffer(): Promise<number[]> {
  const { caller_days, caller_months, call_durations } = await recount(service.context.db, { repair: false })
  return [caller_days, caller_months, call_durations]
}

/** Imports profiles. Returns how many of them were merged with others. */
async function importProfiles(lines: Iterable<string> | AsyncIterable<string>): Promise<number> {
  const source = async function* () {
    for await (const each of lines) yield Buffer.from(each)
  }
  const outcome = await importHistory({ ...service.context, progress: () => {} }, 'profiles', source())
  assert.ok(outcome.ok, JSON.stringify(outcome))
  return outcome.summary.profiles_merged
}

const seconds = fc.constantFrom(0, 3, 7, 7.5, 60)
const duration = fc
  .record({ $gt: seconds, $gte: seconds, $lt: seconds, $lte: seconds }, { requiredKeys: [] })
  .filter((bounds) => Object.keys(bounds).length > 0)

/** Compares the voice summary by duration with the one that reads all rows. */
async function compareDurations([filters, duration_seconds]: [object, object]): Promise<void> {
  const { db } = service.context
  const summary = async (asked: object) =>
    summarize(await selectVoiceCounts(db, project(), parseFilters(JSON.stringify(asked), conversationFields)))
  const asked = { ...filters, duration_seconds }
  assert.deepEqual(
    await summary(asked),
    await summary({ $and: [asked, { _id: { $exists: true } }] }),
    JSON.stringify(asked),
  )
}

describe('the callers of a span by bitmaps', () => {
  it('are those of the rows, however the past changes and whenever its days are sealed', async () => {
    let answered = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(conversation, { minLength: 20, maxLength: 40 }),
        fc.array(change, { maxLength: 4 }),
        fc.array(filter, { minLength: 8, maxLength: 8 }),
        fc.array(fc.tuple(filter, duration), { minLength: 4, maxLength: 4 }),
        fc.boolean(),
        async (rows, changes, filters, durations, isSealedBetween) => {
          for (const row of rows) await write(row)
          if (isSealedBetween) await seal()
          for (const each of changes) await each()
          for (const bounds of durations) await compareDurations(bounds)
          for (const each of filters) if ((await compare(each)) !== null) answered++
          await seal()
          for (const each of filters) if ((await compare(each)) !== null) answered++
          for (const bounds of durations) await compareDurations(bounds)
          assert.deepEqual(await sealedThatDiffer(), [0, 0, 0])
        },
      ),
      { numRuns: 12 },
    )
    assert.ok(answered > 10, `the bitmaps answered ${answered} of 192 requests`)
  })

  it('come from the rows after an import, and after a repair, until the days are sealed anew', async () => {
    const { db } = service.context
    await seal()
    assert.notEqual(await compare({}), null)
    await unsealCallers(db, projects, later)
    assert.equal(await compare({}), null)
    assert.equal(await sealCallers(db, later), false, 'an hour has passed since the import began')
    while (await sealCallers(db, new Date(later.getTime() + 3_600_000)));
    assert.notEqual(await compare({}), null)
    await db.write(sql`update caller_bitmaps set bits = ~bits where grain = 'day' and status = 'completed'`)
    assert.ok((await recount(db, { repair: true })).caller_days > 0)
    assert.equal(await compare({}), null)
    // The repair has counted the callers too: there are less than a thousand.
    await db.write(sql`update row_counts set rows = 1000 where kind = 'callers'`)
    while (await sealCallers(db, new Date(later.getTime() + 3_600_000)));
    assert.notEqual(await compare({}), null)
    assert.deepEqual(await sealedThatDiffer(), [0, 0, 0])
  })

  it('are compared with the rows by recount, as are the bitmaps of any status and of months, and the durations', async () => {
    const { db } = service.context
    await seal()
    const wrongs = [
      [sql`update caller_bitmaps set bits = ~bits where grain = 'day' and status = '*'`, 0],
      [sql`update caller_bitmaps set bits = ~bits where grain = 'month' and status = 'completed'`, 1],
      [sql`update caller_bitmaps set bits = ~bits where grain = 'month' and status = '*'`, 1],
      [sql`update call_durations set calls[1] = -calls[1]`, 2],
    ] as const
    for (const [change, place] of wrongs) {
      await db.write(change)
      const found = await sealedThatDiffer()
      assert.deepEqual(
        found.map((count) => count > 0),
        [0, 1, 2].map((each) => each === place),
      )
      // Each change undoes itself.
      await db.write(change)
      assert.deepEqual(await sealedThatDiffer(), [0, 0, 0])
    }
    await db.write(sql`insert into call_durations
      select organization_id, project_id, day, 'busy', seconds, calls, sums from call_durations limit 1`)
    assert.deepEqual(await sealedThatDiffer(), [0, 0, 1])
    await db.write(sql`delete from call_durations where status = 'busy'`)
  })

  /** Seals all days but the last one, or none, and has conversations on the first and on the last day. */
  async function sealAllButLast({ isBegun }: { isBegun: boolean }): Promise<void> {
    const { db } = service.context
    await unsealCallers(db, projects, new Date(first))
    for (const [day, caller] of [
      [0, '+14155552001'],
      [days - 1, '+14155552002'],
    ] as const)
      await write({ at: new Date(first + day * dayMs), caller, status: 'completed', seconds: 7 })
    if (isBegun) while (await sealCallers(db, new Date(later.getTime() - dayMs)));
    else await db.write(sql`delete from caller_stale_days`)
  }

  it('come from the rows after an import that ends while days are being sealed', async () => {
    const { db } = service.context
    for (const isBegun of [true, false]) {
      await sealAllButLast({ isBegun })
      const early = new Date(first - 365 * dayMs)
      const sealing = waitingFor(db, async () => {
        await write({ at: early, caller: '+14155559001', status: 'completed', seconds: 7 })
        // An import writes without triggers.
        await db.write(sql`delete from caller_stale_days`)
        await unsealCallers(db, projects, later)
      })
      await sealCallers(sealing, later)
      const asked = { status: 'completed', start_time: { $lt: '2025-02-01T00:00:00Z' } }
      assert.equal(await compare(asked), null)
      assert.equal(await compare({ status: 'completed' }), null)
      while (await sealCallers(db, new Date(later.getTime() + 3_600_000)));
      assert.notEqual(await compare(asked), null)
      assert.notEqual(await compare({ status: 'completed' }), null)
      await db.write(sql`delete from conversations where start_time = ${early}`)
    }
  })

  it('are those of the rows in the year 1 too, and months without conversations are sealed at once', async () => {
    const { db } = service.context
    await sealAllButLast({ isBegun: false })
    const early = new Date('0001-01-01T00:00:00Z')
    await write({ at: early, caller: '+14155559003', status: 'completed', seconds: 7 })
    let runs = 0
    while (await sealCallers(db, later)) runs++
    assert.ok(runs < 20, `${runs} runs`)
    assert.notEqual(await compare({}), null)
    assert.notEqual(await compare({ start_time: { $lt: '2025-02-01T00:00:00Z' } }), null)
    assert.deepEqual(await sealedThatDiffer(), [0, 0, 0])
    await db.write(sql`delete from conversations where start_time = ${early}`)
    while (await sealCallers(db, later));
  })

  it('are those of the rows where a month that was sealed has no conversations any more', async () => {
    const { db } = service.context
    await sealAllButLast({ isBegun: false })
    const [january, march] = [new Date('2024-01-20T00:00:00Z'), new Date('2024-03-20T00:00:00Z')]
    await write({ at: january, caller: '+14155559004', status: 'completed', seconds: 7 })
    await write({ at: march, caller: '+14155559005', status: 'completed', seconds: 7 })
    while (await sealCallers(db, later));
    // As a changed day leaves it that can't be sealed.
    await db.write(sql`update caller_bitmap_states set sealed_before = ${january}`)
    await db.write(sql`delete from conversations where start_time = ${march}`)
    while (await sealCallers(db, later));
    assert.notEqual(await compare({}), null)
    assert.deepEqual(await sealedThatDiffer(), [0, 0, 0])
    await db.write(sql`delete from conversations where start_time = ${january}`)
    while (await sealCallers(db, later));
  })

  it('are those of the rows where another worker can not seal a changed day meanwhile', async () => {
    const { db } = service.context
    await sealAllButLast({ isBegun: true })
    const caller = '+14155559002'
    const sealing = waitingFor(db, async () => {
      await write({ at: new Date(first + 3 * dayMs), caller, status: 'completed', seconds: 7 })
      await db.transaction(async (transaction) => {
        await transaction.write(sql`select from conversation_callers where caller = ${caller} for update`)
        assert.equal(await sealCallers(db, new Date(later.getTime() - dayMs)), false)
      })
    })
    await sealCallers(sealing, later)
    await compare({ status: 'completed' })
    while (await sealCallers(db, later));
    assert.notEqual(await compare({ status: 'completed' }), null)
  })

  it('are sealed for new days too where a past day changes all the time', async () => {
    const { db } = service.context
    await unsealCallers(db, projects, new Date(first))
    for (let run = 0; run < 10; run++) {
      await db.write(sql`
        insert into caller_stale_days (organization_id, project_id, day)
        values (${service.organizationId}, ${service.projectId}, ${new Date(first)})`)
      assert.equal(await sealCallers(db, later), true)
    }
    assert.notEqual(await compare({}), null)
    while (await sealCallers(db, later));
  })

  it('are not sealed for an organization that has left the cell, which keeps no other from it', async () => {
    const { db } = service.context
    const hour = new Date(later.getTime() + 3_600_000)
    while (await sealCallers(db, hour));
    const isDue = async () => {
      const [row] = await db.query<{ due: string | null }>(sql`select ${dueWhileDaysUnsealed(hour)} as due`)
      return row!.due !== null
    }
    assert.equal(await isDue(), false)
    await db.write(sql`
      insert into caller_stale_days (organization_id, project_id, day)
      values (${service.organizationId}, ${service.projectId}, ${new Date(first)})`)
    assert.equal(await isDue(), true)
    const move = {
      organization_id: service.organizationId,
      side: 'source',
      cell: 'two',
      url: 'http://two',
    } as const
    await insertMove(db, move)
    await updateSourceMove(db, service.organizationId, ['copying'], 'left')
    assert.equal(await isDue(), false)
    assert.equal(await sealCallers(db, hour), false)
    await deleteMove(db, service.organizationId, 'source')
    assert.equal(await isDue(), true)
    while (await sealCallers(db, hour));
    assert.notEqual(await compare({}), null)
  })

  it('are those of the rows where a day is sealed during an import that merges people of that day', async () => {
    const { db } = service.context
    await seal()
    const today = Math.floor(Date.now() / dayMs) * dayMs
    const day = { $gte: new Date(today).toISOString(), $lt: new Date(today + dayMs).toISOString() }
    const phone = { phone_numbers: [{ value: '+14155557001' }] }
    const email = { emails: [{ value: 'ada@example.com' }] }
    const line = (fields: object) => `${JSON.stringify({ ...project(), ...fields })}\n`
    await importProfiles([line(phone), line(email)])
    await db.write(sql`
      insert into conversations (organization_id, project_id, _id, start_time, status, profile_id, channel_type,
        conversation_type, created_at)
      select organization_id, project_id, gen_random_uuid(), ${new Date(today)}, 'completed', _id, 'web', 'inbound', now()
      from profiles where organization_id = ${service.organizationId}`)
    await db.write(sql`
      insert into conversation_callers (organization_id, project_id, caller, conversations)
      select organization_id, project_id, _id::text, 1 from profiles where organization_id = ${service.organizationId}`)
    const sealing = async function* () {
      while (await sealCallers(db, new Date(today + dayMs + 7_200_000)));
      assert.equal(await compare({ start_time: day }), 2)
      yield line({ ...phone, ...email })
    }
    assert.equal(await importProfiles(sealing()), 2)
    await compare({ start_time: day })
    while (await sealCallers(db, new Date(today + dayMs + 7_200_000)));
    assert.equal(await compare({ start_time: day }), 1)
  })
})

describe('partsOf', () => {
  const at = (text: string) => Date.parse(`${text}Z`)

  it('takes sealed months and days, and leaves changed days and ends to the rows', () => {
    const span = { from: at('2025-01-30T11:00'), to: at('2025-04-02T10:00') }
    assert.deepEqual(partsOf(span, { before: at('2025-04-01T00:00'), stale: [at('2025-03-03T00:00')] }), {
      sealed: [
        { grain: 'day', from: at('2025-01-31T00:00'), to: at('2025-02-01T00:00') },
        { grain: 'month', from: at('2025-02-01T00:00'), to: at('2025-03-01T00:00') },
        { grain: 'day', from: at('2025-03-01T00:00'), to: at('2025-03-03T00:00') },
        { grain: 'day', from: at('2025-03-04T00:00'), to: at('2025-04-01T00:00') },
      ],
      rest: [
        { from: at('2025-01-30T11:00'), to: at('2025-01-31T00:00') },
        { from: at('2025-03-03T00:00'), to: at('2025-03-04T00:00') },
        { from: at('2025-04-01T00:00'), to: at('2025-04-02T10:00') },
      ],
    })
  })

  it('is null where no whole day is sealed, or all or more than ten have changed', () => {
    const span = { from: at('2025-01-01T00:00'), to: at('2025-02-01T00:00') }
    assert.equal(partsOf(span, { before: at('2025-01-01T00:00'), stale: [] }), null)
    assert.equal(
      partsOf({ from: span.from + 1, to: span.from + dayMs }, { before: span.to, stale: [] }),
      null,
    )
    const oneDay = { from: span.from - 1, to: span.from + dayMs }
    assert.equal(partsOf(oneDay, { before: span.to, stale: [span.from] }), null)
    const changed = Array.from({ length: 11 }, (_, index) => span.from + index * dayMs)
    assert.equal(partsOf(span, { before: span.to, stale: changed }), null)
    assert.notEqual(partsOf(span, { before: span.to, stale: changed.slice(1) }), null)
  })
})

describe('chunksOf', () => {
  it('sets the bits of numbers in chunks of 32,768', () => {
    const chunks = chunksOf([0, 9, 32_767, 32_768])
    assert.deepEqual([...chunks.keys()], [0, 1])
    assert.deepEqual(chunks.get(0)?.subarray(0, 2), Buffer.from([0x80, 0x40]))
    assert.equal(chunks.get(0)?.at(-1), 1)
    assert.equal(chunks.get(1)?.[0], 0x80)
  })
})
