import type { AgentDefinition } from '../../agents/definition.ts'
import type { Fault } from '../../base/faults.ts'
import { variablesOf } from '../../base/fill-text.ts'
import type { Queryable } from '../../db/queryable.ts'
import { sql } from '../../db/sql.ts'
import type { RecordDifference } from '../configured/record-differences.ts'
import type { AppliedOrganization } from './write-organization.ts'

/** How many calls of each campaign are looked at, the newest. */
const latestCallsMax = 100

/** What the texts of an agent read of the customer, and no recent call of its campaigns had. */
export interface UnknownCustomerFields {
  /** Such as `plan` for `{{ customer.plan }}`; never empty. */
  names: string[]
  /** How many calls were looked at. */
  calls: number
}

/**
 * Returns which members of the customer the texts of an agent read although none of the latest calls of its campaigns
 * had them, which is mostly a misspelling. Null where there are none, also where its campaigns have had no call.
 */
export async function findUnknownCustomerFields(
  db: Queryable,
  { organization_id, _id, fields }: { organization_id: string; _id: string; fields: Record<string, unknown> },
): Promise<UnknownCustomerFields | null> {
  const read = customerFieldsOf(fields)
  if (read.length === 0) return null
  const { calls, names } = await selectCustomerFields(db, organization_id, _id)
  const unknown = read.filter((name) => !names.includes(name))
  return calls === 0 || unknown.length === 0 ? null : { names: unknown, calls }
}

/** Returns what the texts of an agent read of the customer. */
function customerFieldsOf(fields: Record<string, unknown>): string[] {
  const { prompt, first_line, lines, tools } = fields as AgentDefinition // `apply` has checked what it stored.
  const confirms = tools.map((tool) => (tool.kind === 'http' ? tool.confirm : null))
  const texts = [prompt, first_line, ...Object.values(lines), ...confirms].filter((text) => text !== null)
  return [...new Set(texts.flatMap((text) => variablesOf(text, 'customer')))]
}

/** Returns the members of the customers of the latest calls of an agent's campaigns. Index: calls_by_campaign. */
async function selectCustomerFields(
  db: Queryable,
  organizationId: string,
  agentId: string,
): Promise<{ calls: number; names: string[] }> {
  const [row] = await db.query<{ calls: number; names: string[] }>(sql`
    with latest as (
      select l.customer from campaigns c
      cross join lateral (
        select customer from calls
        where organization_id = c.organization_id and campaign_id = c._id
        order by created_at desc, _id limit ${latestCallsMax}) l
      where c.organization_id = ${organizationId} and c.agent_id = ${agentId} and c.status <> 'ended'
    )
    select (select count(*) from latest) as calls,
      array(select distinct jsonb_object_keys(customer) from latest) as names`)
  return row ?? { calls: 0, names: [] }
}

/** Returns a warning for each created or updated agent whose texts read something that no recent call had. */
export async function warnOfCustomerFields(
  db: Queryable,
  organizations: readonly AppliedOrganization[],
  differences: readonly RecordDifference[],
): Promise<Fault[]> {
  const agents = new Map(
    differences.filter(({ record }) => record.kind === 'agent').map(({ record }) => [record._id, record]),
  )
  const warnings: Fault[] = []
  for (const [o, { projects }] of organizations.entries())
    for (const [p, project] of projects.entries())
      for (const [a, { _id }] of project.agents.entries()) {
        const record = agents.get(_id)
        const unknown = record === undefined ? null : await findUnknownCustomerFields(db, record)
        if (unknown === null) continue
        const path = `organizations[${o}].projects[${p}].agents[${a}]`
        warnings.push({ path, message: describeUnknownFields(unknown) })
      }
  return warnings
}

/**
 * Returns the fields in words, such as `reads customer.plan, which none of the latest 100 calls of its campaigns had`.
 */
function describeUnknownFields({ names, calls }: UnknownCustomerFields): string {
  const read = names.map((name) => `customer.${name}`).join(', ')
  const latest = calls === 1 ? 'the only call' : `none of the latest ${calls} calls`
  return `reads ${read}, which ${latest} of its campaigns ${calls === 1 ? 'did not have' : 'had'}`
}
