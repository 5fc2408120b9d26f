/** A bug that the harness or the tests must find, as changes of the program's text. */
export interface PlantedBug {
  name: string
  edits: { file: string; find: string; replace: string }[]
  /** The names of checks in the table. One of them must find the bug. */
  expects: string[]
  /** The harness's arguments beside `--quick`. */
  args: string[]
  /** The test files that run in the harness's place. */
  tests?: string[]
}

/** Bugs that other programs have had, each as it would look in this program. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'slots counted by each process for itself',
    edits: [
      {
        file: 'src/calls/queue/queue-queries.ts',
        find: 'generate_series(1, ${slots}::integer)',
        replace: 'generate_series(1, 4 * ${slots}::integer)',
      },
      {
        file: 'src/calls/queue/claim-calls.ts',
        find: `and \${isWithinSlots}
      order by slot_number limit least(\${request.callsMax}::integer, (select count(*) from head))`,
        replace: `and slot_number % 4 = \${process.pid % 4}::integer
      order by slot_number limit least(\${request.callsMax}::integer, (select count(*) from head))`,
      },
      {
        file: 'src/calls/queue/claim-calls.ts',
        find: `and \${isWithinSlots}
      order by slot_number limit least(\${request.callsMax}::integer, (select count(*) from eligible))`,
        replace: `and slot_number % 4 = \${process.pid % 4}::integer
      order by slot_number limit least(\${request.callsMax}::integer, (select count(*) from eligible))`,
      },
      {
        file: 'src/calls/queue/claim-alone.ts',
        find: `and \${isWithinSlots} and exists (select from mine where is_ready)`,
        replace: `and slot_number % 4 = \${process.pid % 4}::integer and exists (select from mine where is_ready)`,
      },
      {
        file: 'src/calls/queue/claim-alone.ts',
        find: `and \${isWithinSlots} and exists (select from eligible)`,
        replace: `and slot_number % 4 = \${process.pid % 4}::integer and exists (select from eligible)`,
      },
    ],
    expects: ['calls at one time, by slots'],
    args: [],
  },
  {
    name: 'an attempt that timed out is tried again',
    edits: [
      {
        file: 'src/calls/attempt/dial-attempt.ts',
        find: 'metrics.dials.inc({ outcome: outcome.kind })',
        replace:
          "metrics.dials.inc({ outcome: outcome.kind })\n    if (outcome.kind === 'unknown' && performance.now() - decided.monotonicMs < 9_000) continue",
      },
    ],
    expects: ['requests per attempt'],
    args: [],
  },
  {
    name: 'local time by a fixed offset',
    edits: [
      {
        file: 'src/campaigns/calling-hours.ts',
        find: "steady.getTimeZoneTransition('next')",
        replace: 'null',
      },
    ],
    expects: ['scheduled_for is the first opening'],
    args: [],
  },
  {
    name: 'callees by their number alone',
    edits: [
      {
        file: 'src/calls/callee/callee-zones.ts',
        find: "    ['request', customer_timezone],\n",
        replace: '',
      },
    ],
    expects: ['attempts outside the calling hours', 'scheduled_for is the first opening'],
    args: ['--only', 'calls'],
  },
  {
    name: "callees' zones by their number alone",
    edits: [
      {
        // The data names one zone for all mobile numbers of a country.
        file: 'src/campaigns/zones/zones-of-number.ts',
        find: "parsed.getType() === 'FIXED_LINE' &&",
        replace: '',
      },
    ],
    expects: ['attempts outside the calling hours', 'scheduled_for is the first opening'],
    args: ['--only', 'calls'],
  },
  {
    name: 'a do-not-call list that is asked only when a call is accepted',
    edits: [
      {
        file: 'src/calls/attempt/why-not-to-begin.ts',
        find: 'if (stop.is_listed)',
        replace: 'if (stop.is_listed && process.pid < 0)',
      },
      {
        file: 'src/calls/cancel/stop-queries.ts',
        find: "c.state = 'waiting' and c._id",
        replace: "c.state = 'none' and c._id",
      },
    ],
    expects: ['dials of listed numbers'],
    args: ['--only', 'calls'],
  },
  {
    name: 'an attempt that was never placed stays counted',
    edits: [
      {
        file: 'src/calls/attempt/settle-outcome.ts',
        find: `    // Last, because claims wait for what it changes.
    await releaseDial(transaction, locked.attempt)`,
        replace: '',
      },
    ],
    expects: ['what guards count and reserve'],
    args: ['--only', 'calls'],
  },
  {
    name: 'a hold that only the pages show',
    edits: [
      {
        file: 'src/campaigns/readiness.ts',
        find: "return status === 'paused'",
        replace: "return status === 'paused' && process.pid < 0",
      },
      {
        file: 'src/calls/queue/claim-parts.ts',
        find: "select status = 'paused' as is_paused",
        replace: 'select false as is_paused',
      },
    ],
    expects: ['dials of paused campaigns'],
    args: [],
  },
  {
    name: 'a lease without fencing',
    edits: [
      {
        // So short that it ends while its request runs, as a long one does when the process is stopped.
        file: 'src/calls/attempt/new-attempt.ts',
        find: 'attemptLeaseMs = 30_000',
        replace: 'attemptLeaseMs = 300',
      },
      {
        file: 'src/calls/reconcile/poll-carrier.ts',
        find: 'await settleUnknown(context, attempt, moveReasons.dialerEnded)',
        replace:
          "return settleNeverPlaced(context, attempt, { kind: 'return' }, 'its lease is over').then(() => true)",
      },
    ],
    expects: ['requests per attempt'],
    args: ['--seconds', '30'],
  },
  {
    name: 'a slot that is freed in a `finally`',
    edits: [
      {
        file: 'src/calls/attempt/report-queries.ts',
        find: `        update calling_slots set attempt_id = null, taken_at = null
        where organization_id = \${organization_id} and attempt_id = \${_id} and \${isApplied}`,
        replace: '        select',
      },
      {
        file: 'src/calls/attempt/record-report.ts',
        find: "import { isConflict } from '../../db/run-transaction.ts'",
        replace: `import { isConflict } from '../../db/run-transaction.ts'
import { sql } from '../../db/sql.ts'`,
      },
      {
        // Somewhat later, as after other work that has to end as well.
        file: 'src/calls/attempt/record-report.ts',
        find: 'const toWake = await apply(context, read, { event, known, lines, now })',
        replace: `const toWake = await apply(context, read, { event, known, lines, now }).finally(async () => {
    if (known.ended_at === null) return
    await new Promise((resolve) => setTimeout(resolve, 100))
    await context.db.write(sql\`
      update calling_slots set attempt_id = null, taken_at = null
      where organization_id = \${attempt.organization_id} and attempt_id = \${attempt._id}\`)
  })`,
      },
    ],
    expects: ['slots and numbers held at rest'],
    args: ['--only', 'calls'],
  },
  {
    name: 'synchronous_commit=off',
    edits: [
      {
        file: 'src/db/database.ts',
        find: '-c lock_timeout=10s',
        replace: '-c lock_timeout=10s -c synchronous_commit=off',
      },
    ],
    expects: ['accepted calls that are lost', 'requests per attempt'],
    args: [],
  },
]
