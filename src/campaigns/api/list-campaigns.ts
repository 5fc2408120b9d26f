import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import { parseProjection, project } from '../../filters/projection.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf } from '../../http/envelope.ts'
import { listQuery, projectionParameter } from '../../http/list-query.ts'
import { listOf } from '../../http/list.ts'
import { page, pageOf } from '../../http/page.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import {
  callDirections,
  campaignFields,
  campaignStatuses,
  campaignTypes,
  retryOutcomes,
  selectCampaigns,
} from '../queries.ts'

const CampaignItem = z
  .object({
    _id: z.string(),
    name: z.string(),
    status: z.enum(campaignStatuses),
    call_direction: z.enum(callDirections),
    campaign_type: z.enum(campaignTypes),
    caller_id: z.string().nullable().describe('E.164.'),
    workflow_id: z.string().nullable(),
    voice: z.string().nullable().describe('The voice that speaks the script.'),
    calling_hours: z
      .object({
        timezone: z.string().describe('IANA name, or `callee`: the hours hold where the callee is.'),
        also_callee: z.boolean().describe('Whether they hold where the callee is, too.'),
        windows: z.array(z.object({ days: z.array(z.string()), from: z.string(), to: z.string() }).partial()),
        closed_dates: z.array(z.string()),
      })
      .partial()
      .nullable()
      .describe('When it calls, in local time; null: always.'),
    slots: z.int().describe('The most calls under way at once.'),
    ring_timeout_seconds: z.int(),
    machine_detection: z.boolean(),
    retry: z
      .object({
        max_attempts: z.int().describe('The most attempts of a call, retries included.'),
        delay_minutes: z.number(),
        on: z.array(z.enum(retryOutcomes)),
      })
      .partial(),
    ends_at: timestamp().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .partial()
  .meta({
    id: 'Campaign',
    description: 'A campaign of the project; without a projection it has every field.',
  })

const Query = listQuery(campaignFields, '`created_at` descending').extend({
  projection: projectionParameter.objectOrList,
})

/** Lists the campaigns of a project. */
export function listCampaigns(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/campaigns'),
    {
      schema: {
        operationId: 'listCampaigns',
        summary: 'List campaigns',
        tags: ['Campaigns'],
        params: ProjectParams,
        querystring: Query,
        response: { 200: pageOf(CampaignItem), ...refusalsOf(400, 401, 403, 500) },
      },
    },
    async (request) => {
      const { query, params } = request
      const projection = parseProjection(query.projection, campaignFields, { lists: true })
      const list = listOf(query, campaignFields, [{ field: 'created_at', path: [], direction: -1 }])
      const { items, total } = await selectCampaigns(db, params.organization_id, params.project_id, list)
      return page(
        items.map((item) => project(projection, { ...item })),
        total,
        query,
      )
    },
  )
}
