import { sql } from '../../src/db/sql.ts'
import { createNumbers } from '../support/numbers.ts'
import { benchWrites } from '../support/side-by-side-writes.ts'
import type { LoadOptions } from '../support/side-by-side.ts'
import type { Stage } from '../support/stage.ts'
import { seedBroadcasts, sendTo } from './broadcasts.ts'
import type { SeededBroadcast } from './broadcasts.ts'

const cases = [
  { title: 'Sends of one broadcast, each to somebody new', organizations: 1 },
  { title: 'Sends of broadcasts of 8 organizations, each to somebody new', organizations: 8 },
]

/** Measures sends of `POST …/messages`, beside a bare handler that writes the same rows; rounds alternate. */
export async function benchSends(stage: Stage, options: LoadOptions): Promise<void> {
  const graph = await stage.start(['bench/whatsapp/bare-graph.ts'], {})
  for (const { title, organizations } of cases) {
    const { databaseUrl, db, context } = await stage.createDatabase()
    const broadcasts = await seedBroadcasts(context, { organizations, graphUrl: graph.url })
    const ours = await stage.start(['src/cli/main.ts', 'api'], { DATABASE_URL: databaseUrl })
    const bare = await stage.start(['bench/whatsapp/bare-whatsapp.ts'], { DATABASE_URL: databaseUrl })
    const nextNumber = createNumbers()
    const next = () => sendTo(anyOf(broadcasts), nextNumber())
    // As a worker does within seconds.
    const afterWarmUp = () => db.write(sql`analyze`)
    await benchWrites(stage, { title, unit: 'sends', ours, bare, next, afterWarmUp }, options)
    await Promise.all([ours.stop(), bare.stop()])
    const [odd] = await db.query<{ count: number }>(
      sql`select count(*) from whatsapp_messages where status not in ('sent', 'processing')`,
    )
    if (odd!.count > 0) throw new Error(`${odd!.count} messages were not sent`)
  }
  await graph.stop()
}

function anyOf(broadcasts: readonly SeededBroadcast[]): SeededBroadcast {
  return broadcasts[Math.floor(Math.random() * broadcasts.length)]!
}
