import type { SecretBox } from '../../base/secret-box.ts'
import type { Transaction } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'

interface Project {
  organization_id: string
  project_id: string
}

/**
 * Returns what stands for the address of an erased person in their opt-outs: an HMAC with a key that `SECRET_KEY` gives
 * each project, so that nobody can find the address by trying all of them. Every look-up of opt-outs before a send asks
 * for it too.
 *
 * @param address E.164, or a WhatsApp id.
 */
export function erasedAddress(
  secretBox: Pick<SecretBox, 'digest'>,
  { organization_id, project_id }: Project,
  address: string,
): string {
  return `erased:${secretBox.digest(`opt-out ${organization_id} ${project_id} ${address}`).toString('hex')}`
}

/**
 * Puts hashes in place of a person's addresses in their opt-outs, and removes the reasons. Nothing says any more which
 * addresses are of one person, so that each gets all of their opt-outs. Returns how many there were.
 */
export async function hashOptOuts(
  secretBox: Pick<SecretBox, 'digest'>,
  transaction: Transaction,
  project: Project,
  addresses: readonly string[],
): Promise<number> {
  const hashes = addresses.map((address) => erasedAddress(secretBox, project, address))
  const [row] = await transaction.query<{ gone: number }>(sql`
    with gone as (
      delete from whatsapp_opt_outs where organization_id = ${project.organization_id}
        and project_id = ${project.project_id} and recipient = any(${addresses}::text[])
      returning *
    ), hashed as (
      insert into whatsapp_opt_outs as o (organization_id, project_id, recipient, scope, source, since, ended_at)
      select organization_id, project_id, hash, scope, (array_agg(source order by since desc))[1], max(since), max(ended_at)
      from gone, unnest(${hashes}::text[]) hash group by organization_id, project_id, hash, scope
      on conflict (organization_id, project_id, recipient, scope) do update set since = greatest(o.since, excluded.since),
        ended_at = greatest(o.ended_at, excluded.ended_at)
    )
    select count(*) as gone from gone`)
  return row?.gone ?? 0
}
