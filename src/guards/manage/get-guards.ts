import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { OrganizationParams, organizationPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { guards } from '../guard.ts'
import { tripMinutes, tripRefusals } from '../refusals/record-refusals.ts'
import { readGuards } from '../view/read-guards.ts'

const Setting = z.union([z.number(), z.array(z.string())]).nullable()

const Guard = z
  .object({
    guard: z.enum(guards),
    setting: z.string().describe('The key of the declaration that widens it.'),
    value: Setting.describe('What holds: a number, or names of what may be called. Null: no limit.'),
    default: Setting.describe('What holds where nothing is declared. Null: no limit, or by the caller IDs.'),
    is_default: z.boolean(),
    used: z
      .number()
      .nullable()
      .describe('What is used of a limit of the day, reserved included. Null for the others.'),
    refused: z.int().min(0).describe('Calls that it refused in seven days.'),
    last_refused: z
      .object({
        at: timestamp(),
        phone_number: z.string(),
        project_id: z.string(),
        project_name: z.string(),
        campaign_id: z.string(),
        campaign_name: z.string().nullable(),
      })
      .nullable(),
    tripped_at: timestamp()
      .nullable()
      .describe(
        `When it last refused more than ${tripRefusals} calls within ${tripMinutes} minutes, in seven days. Null: it did not.`,
      ),
  })
  .meta({ id: 'Guard' })

const Data = z.object({
  at: timestamp(),
  day_ends_at: timestamp().describe('When the limits of the day count anew.'),
  guards: z.array(Guard),
  projects: z
    .array(z.object({ _id: z.string(), name: z.string(), countries: z.array(z.string()) }))
    .describe(
      'The countries of the caller IDs of each project, which hold where `calls.countries` is not declared.',
    ),
})

/** Shows the guards of an organization: what they allow, what is used, and what they refused. */
export function getGuards(app: App, context: { db: Db; clock: Clock }): void {
  app.get(
    organizationPath('/guards'),
    {
      config: { role: 'viewer', leavesOutProjects: true },
      schema: {
        operationId: 'getGuards',
        summary: 'Get the guards of an organization',
        description:
          'What the organization may ring, what is used of the limits of the day (UTC), and what each guard refused in ' +
          'seven days. They are widened with `calls` of the organization.',
        tags: ['Organizations'],
        params: OrganizationParams,
        response: { 200: successOf(Data), ...refusalsOf(401, 403, 404) },
      },
    },
    async ({ params, user }) =>
      success(await readGuards(context, params.organization_id, user.project_ids), 'OK'),
  )
}
