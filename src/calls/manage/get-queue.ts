import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import { shareReads } from '../../base/share-reads.ts'
import { campaignStatuses } from '../../campaigns/queries.ts'
import type { Db } from '../../db/database.ts'
import { limitGuards } from '../../guards/guard.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { campaignsMax, readQueues } from '../view/queue-summary.ts'
import { waitReasons } from '../view/wait-reason.ts'

const Counted = z.object({
  count: z.int().min(0).describe('At most 10,000.'),
  is_more: z.boolean().describe('There are more than `count`, which were not counted.'),
})

const WaitingGroup = Counted.extend({
  reason: z.enum(waitReasons),
  guard: z.enum(limitGuards).nullable().describe('The guard, for the reason `guard`. Null otherwise.'),
  until: timestamp().nullable().describe('When it ends for the first of them; null where that is not known.'),
})

const CampaignQueue = z
  .object({
    campaign_id: z.string(),
    name: z.string(),
    status: z.enum(campaignStatuses),
    ends_at: timestamp().nullable(),
    held: z
      .object({ since: timestamp(), by: z.string().describe('The name of a person, token or command.') })
      .nullable()
      .optional()
      .describe('Who put the campaign on hold; null: it is not on hold, or that change is no longer stored.'),
    hours: z.object({
      is_open: z.boolean(),
      closes_at: timestamp().nullable().describe('Null unless it is open and closes within 10 days.'),
      opens_at: timestamp().nullable().describe('The next opening; null unless it is closed.'),
      timezone: z.string().nullable().describe('Null where the campaign has no calling hours of its own.'),
      at_callee: z.boolean().describe('Whether the hours hold where the callee is, for each call by itself.'),
    }),
    slots: z.int(),
    slots_in_use: z.int().min(0),
    under_way: z.object({
      dialling: z.int().min(0),
      unresolved: z.int().min(0),
      ringing: z.int().min(0),
      live: z.int().min(0),
    }),
    waiting: Counted,
    waiting_by_reason: z.array(WaitingGroup).describe('In the order in which reasons are looked at.'),
    oldest_since: timestamp().nullable().describe('Since when the call waits that was accepted first.'),
  })
  .meta({ id: 'CampaignQueue', description: 'The calls of a campaign that wait or are under way.' })

/**
 * Shows the queue of each campaign that has calls. Everybody who watches a project asks at the same moment, at each
 * change, so they share what is read.
 */
export function getQueue(app: App, context: { db: Db; clock: Clock }): void {
  const share = shareReads<Awaited<ReturnType<typeof readQueues>>>()
  app.get(
    projectPath('/queue'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'getQueue',
        summary: 'Get what waits and what is under way',
        description: `Each campaign that has such calls, by name; at most ${campaignsMax}.`,
        tags: ['Calls'],
        params: ProjectParams,
        response: {
          200: successOf(
            z.object({
              at: timestamp().describe('The instant for which all this holds.'),
              is_held: z
                .boolean()
                .describe('The whole database is held: nothing is dialed until an operator releases it.'),
              worker: z
                .object({
                  host: z.string(),
                  version: z.string(),
                  seen_at: timestamp(),
                  is_alive: z
                    .boolean()
                    .describe('False: no worker was seen for 30 seconds, so nothing is dialed.'),
                })
                .nullable()
                .describe('The worker that was seen last; null: none for a day.'),
              campaigns: z.array(CampaignQueue),
            }),
          ),
          ...refusalsOf(401, 403, 404, 500),
        },
      },
    },
    async ({ params }) => {
      const { organization_id, project_id } = params
      const project = { organization_id, project_id }
      const queues = await share(`${organization_id} ${project_id}`, () => readQueues(context, project))
      return success(queues, 'OK')
    },
  )
}
