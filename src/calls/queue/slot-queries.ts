import type { Queryable, Transaction } from '../../db/queryable.ts'
import { shared, sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'

/** A campaign, by its keys. */
interface Campaign {
  organization_id: string
  campaign_id: string
}

/** A campaign with its limit of slots, as SQL expressions. */
interface CampaignSql {
  organization_id: Sql
  campaign_id: Sql
  slots: Sql
}

/**
 * Returns a condition on the free slots of a campaign that may be used: those within its limit, but for the first ones
 * that stay free (`keptFree`).
 */
export function withinLimit(slotNumber: Sql, campaign: CampaignSql): Sql {
  return sql`${slotNumber} <= ${campaign.slots} and ${slotNumber} > ${keptFree(campaign)}`
}

/**
 * Returns the number up to which the free slots of a campaign must stay free. After the limit was lowered, calls may
 * still use slots beyond it. For each such call one slot within the limit, counted from the first, must stay free. A
 * transaction that sees an older state leaves at least as many free, so two attempts together never exceed the limit.
 * Indexes: calling_slots_taken, calling_slots_free.
 */
export function keptFree({ organization_id, campaign_id, slots }: CampaignSql): Sql {
  const ofCampaign = sql`from calling_slots where organization_id = ${organization_id} and campaign_id = ${campaign_id}`
  return sql`(
    select case beyond when 0 then 0 else coalesce((
      select slot_number ${ofCampaign} and attempt_id is null and slot_number <= ${slots}
      order by slot_number offset beyond - 1 limit 1), ${slots}) end
    from (select count(*) as beyond ${ofCampaign} and attempt_id is not null and slot_number > ${slots}) b)`
}

/**
 * Returns the same condition as `withinLimit` for a query on `calling_slots` of one campaign, by its limit at the
 * moment.
 */
export function freeWithinLimit({ organization_id, campaign_id }: Campaign): Sql {
  return withinLimit(sql`slot_number`, {
    organization_id: sql`${organization_id}`,
    campaign_id: sql`${campaign_id}`,
    slots: sql`(select slots from campaigns where organization_id = ${organization_id} and _id = ${campaign_id})`,
  })
}

/**
 * Returns the condition that a slot is free at the moment, by a limit that was read before. Another transaction may be
 * about to take it, or the limit may have changed, which only a claim finds out. Index: calling_slots_free.
 */
export function isSlotFree(campaign: Campaign & { slots: number }): Sql {
  const organization_id = shared(campaign.organization_id, 'uuid')
  const campaign_id = shared(campaign.campaign_id, 'uuid')
  const slots = shared(campaign.slots, 'integer')
  const isWithin = withinLimit(sql`slot_number`, { organization_id, campaign_id, slots })
  return sql`exists (select from calling_slots where organization_id = ${organization_id}
      and campaign_id = ${campaign_id} and attempt_id is null and ${isWithin})`
}

/** Returns whether a slot is free at the moment. Index: calling_slots_free. */
export async function selectHasFreeSlot(db: Queryable, campaign: Campaign): Promise<boolean> {
  const { organization_id, campaign_id } = campaign
  const found = await db.query(sql`
    select slot_number from calling_slots where organization_id = ${organization_id}
      and campaign_id = ${campaign_id} and attempt_id is null and ${freeWithinLimit(campaign)}
    order by slot_number limit 1`)
  return found.length > 0
}

/**
 * Locks a free slot, after waiting for transactions that have locked it; returns false if none is free then. Index:
 * calling_slots_free.
 */
export async function lockFreeSlot(transaction: Transaction, campaign: Campaign): Promise<boolean> {
  const { organization_id, campaign_id } = campaign
  const locked = await transaction.query(sql`
    select slot_number from calling_slots where organization_id = ${organization_id}
      and campaign_id = ${campaign_id} and attempt_id is null and ${freeWithinLimit(campaign)}
    order by slot_number limit 1 for update`)
  return locked.length > 0
}
