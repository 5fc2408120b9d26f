import { sql } from '../../src/db/sql.ts'
import { createNumbers } from '../support/numbers.ts'
import { seedOrganization } from '../support/organization.ts'
import { benchWrites } from '../support/side-by-side-writes.ts'
import type { LoadOptions } from '../support/side-by-side.ts'
import type { Stage } from '../support/stage.ts'

/** Several projects, each with a carrier account, so that no account's rate is the limit. */
const projects = 8
/** Calls of each campaign before the measured ones. */
const earlierCalls = 25
/** The campaigns of each project, in this order. */
const cases = [
  { title: 'A call that goes at once: committed, taken by the carrier, its answer committed', slots: 10_000 },
  { title: 'A call that waits for its campaign’s hours', slots: 10_000, isClosed: true },
  { title: 'A call that waits because its campaign’s one slot is taken', slots: 1 },
]

/** Measures accepted calls of `POST …/calls`, beside a bare handler that writes the same rows; rounds alternate. */
export async function benchAcceptedCalls(stage: Stage, options: LoadOptions): Promise<void> {
  const { databaseUrl, db, context } = await stage.createDatabase()
  const carrier = await stage.start(['bench/calls/bare-carrier.ts'], {})
  // Open on one day of the week that is neither today nor tomorrow in any time zone.
  const day = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][(new Date().getUTCDay() + 3) % 7]
  const calling_hours = { timezone: 'UTC', windows: [{ days: [day], from: '09:00', to: '17:00' }] }
  const seeded = await seedOrganization(context, {
    projects,
    campaigns: cases.map(({ slots, isClosed }) => ({ slots, ...(isClosed && { calling_hours }) })),
    carrierUrl: carrier.url,
  })
  const ours = await stage.start(['src/cli/main.ts', 'api'], { DATABASE_URL: databaseUrl })
  const bare = await stage.start(['bench/support/bare-server.ts'], { DATABASE_URL: databaseUrl })
  const nextNumber = createNumbers()
  for (const [index, { title }] of cases.entries()) {
    const targets = seeded.projects.map(({ projectId, key, campaignIds }) => ({
      path: `/organizations/${seeded.organizationId}/projects/${projectId}/campaigns/${campaignIds[index]}/calls`,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
    }))
    // The first call of each campaign takes its slot, where it has only one. After the others PostgreSQL knows what is
    // usual in the tables, as it does a minute after the first calls of an installation.
    for (let call = 0; call < earlierCalls; call++)
      for (const { path, headers } of targets) await postCall(ours.url + path, headers, nextNumber())
    await db.query(sql`analyze`)
    const next = () => ({
      ...targets[Math.floor(Math.random() * targets.length)]!,
      method: 'POST' as const,
      body: JSON.stringify({ phone_number: nextNumber(), name: 'Ada' }),
    })
    const writes = { title: `${title} (ratio of 0.60 is the target)`, unit: 'calls', ours, bare, next }
    await benchWrites(stage, writes, options)
  }
  await Promise.all([ours, bare, carrier].map((program) => program.stop()))
}

async function postCall(url: string, headers: Record<string, string>, phone_number: string): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ phone_number }) })
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  await response.text()
}
