import { z } from 'zod'
import { callDirections } from '../../campaigns/queries.ts'
import { limitGuards } from '../../guards/guard.ts'
import { CampaignParams } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { callStates, placers } from '../call.ts'
import { serviceHalts } from '../view/service-halt.ts'
import { waitReasons } from '../view/wait-reason.ts'

export const CallParams = CampaignParams.extend({
  campaign_queue_id: z.string().describe('Id of the call, one of this campaign.'),
})

/** Why something failed. */
export const CallError = z
  .object({
    code: z.string().nullable().describe('The carrier’s own code, where it gave one.'),
    reason: z.string().nullable().describe('The same in plain words.'),
  })
  .nullable()
  .describe('Null where nothing failed.')

/** Why a call waits. */
export const Wait = z.object({
  reason: z
    .enum(waitReasons)
    .describe('What keeps it from being dialed now; the first reason if there are several.'),
  guard: z
    .enum(limitGuards)
    .nullable()
    .describe('The guard that holds it, where the reason is `guard` (docs/guards.md). Null otherwise.'),
  since: timestamp().describe('Since when it waits.'),
  until: timestamp()
    .nullable()
    .describe(
      'When the reason ends; null where that depends on other calls, on a release, or on wider guards.',
    ),
  timezone: z
    .string()
    .nullable()
    .describe('The time zone that opens last, where the reason is `hours`. Null otherwise.'),
})

/** Why a call waits, for callers who see neither whether the service is held nor whether a worker runs. */
export const WaitOrHalt = Wait.extend({
  reason: z
    .enum([...waitReasons, ...serviceHalts])
    .describe(
      'What keeps it from being dialed now; the first reason if there are several. `service_held`, `worker`: no waiting call is dialed until the operator of the service acts.',
    ),
})

/** The fields of every call in responses, without why it waits. */
export const callFields = {
  _id: z.string().describe('Id of the call: its `campaign_queue_id`.'),
  campaign_id: z.string(),
  placed_by: z
    .enum(placers)
    .describe('The endpoint, `trigger-call` or `calls`; `caller`: the person called a caller ID.'),
  call_direction: z.enum(callDirections).describe('`inbound`: the person called.'),
  phone_number: z
    .string()
    .nullable()
    .describe('The number of the person, E.164; null for a caller who withholds it.'),
  state: z.enum(callStates),
  state_since: timestamp(),
  created_at: timestamp(),
  attempts_count: z.int().min(0).describe('Attempts so far, without those that were never placed.'),
  error: CallError,
  cancel_requested_at: timestamp().nullable().describe('When it was first canceled.'),
}
