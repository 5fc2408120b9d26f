import type { Clock } from '../../base/clock.ts'
import { countRows } from '../../counters/row-counts.ts'
import type { Db } from '../../db/database.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { Job } from '../../jobs/repeat.ts'
import { eraseSteps } from './erase-steps.ts'
import type { ErasedPerson } from './erased-person.ts'
import { dueWhileErasing, claimErasure, endErasure, updateErasure } from './erasure-queries.ts'

/** Erases people who are to be erased, a thousand rows at a time. A killed run is repeated from its last commit. */
export function erasePeople({ db, clock }: { db: Db; clock: Clock }): Job {
  return {
    name: 'erase people',
    pauseMs: 2_000,
    due: dueWhileErasing,
    run: () => db.transaction((transaction) => eraseSome(transaction, clock.now())),
  }
}

/** Runs one part of one step, in one transaction. Returns whether there may be more to do. */
async function eraseSome(transaction: Transaction, now: Date): Promise<boolean> {
  const erasure = await claimErasure(transaction)
  if (erasure === null || erasure.person === null) return false
  const { person, step, erased } = erasure
  const next = eraseSteps[step]
  if (next !== undefined) {
    const { rows, position } = await next.run(transaction, person, erasure.position)
    await updateErasure(transaction, person, {
      step: position === null ? step + 1 : step,
      position,
      erased: rows === 0 ? erased : { ...erased, [next.kind]: (erased[next.kind] ?? 0) + rows },
    })
    return true
  }
  if (await deleteProfile(transaction, person)) await endErasure(transaction, person, erased, now)
  // A call or message that was on its way when the erasure began has been linked since.
  else await updateErasure(transaction, person, { step: 0, position: null, erased })
  return true
}

/** Deletes the profile; returns false, with nothing written, if something is linked to it. */
async function deleteProfile(
  transaction: Transaction,
  { organization_id, project_id, profile_id }: ErasedPerson,
): Promise<boolean> {
  const ofProfile = sql`organization_id = ${organization_id} and profile_id = ${profile_id}`
  await transaction.query(sql`
    select from profiles where organization_id = ${organization_id} and _id = ${profile_id} for update`)
  const linked = await transaction.query(sql`
    select from conversations where ${ofProfile} union all select from messages where ${ofProfile}
    union all select from tickets where ${ofProfile} limit 1`)
  if (linked.length > 0) return false
  await transaction.query(sql`delete from channel_identities where ${ofProfile}`)
  await transaction.query(sql`delete from profile_contacts where ${ofProfile}`)
  await transaction.query(sql`
    with gone as (
      delete from profiles where organization_id = ${organization_id} and _id = ${profile_id}
      returning organization_id, project_id
    )
    ${countRows('profiles', sql`select organization_id, ${project_id}::uuid as project_id, -1 as rows from gone`)}`)
  return true
}
