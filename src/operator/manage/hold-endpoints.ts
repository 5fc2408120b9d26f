import { z } from 'zod'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import { campaignStatuses } from '../../campaigns/queries.ts'
import { publishConfig } from '../../hints/publish-config.ts'
import type { ConfigHints } from '../../hints/publish-config.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { flag } from '../../http/list-query.ts'
import { CampaignParams, ProjectParams, projectPath } from '../../http/paths.ts'
import type { ApplyContext } from '../apply/apply-declaration.ts'
import { campaignFieldsOf } from '../edit/campaign-fields.ts'
import { pauseCampaigns, resumeCampaigns } from '../edit/pause-campaigns.ts'
import { ShownEffect } from './shown-records.ts'

const Held = z
  .object({
    campaigns: z
      .array(
        z.object({
          _id: z.string(),
          name: z.string(),
          status: z.enum(campaignStatuses),
          revision: z.int(),
        }),
      )
      .describe('Those that it changed; others were so already, or have ended.'),
    effects: z.array(ShownEffect),
  })
  .meta({ id: 'HeldCampaigns' })

const Query = z.object({ dry_run: flag('Changes nothing; the answer is what would change.') })

const verbs = {
  hold: {
    run: pauseCampaigns,
    description:
      'They become `paused`: calls that wait are held back, calls under way go on. It takes no `If-Match`, since a stop must not fail for an old page.',
  },
  release: { run: resumeCampaigns, description: 'They get the status back that they had before.' },
} as const

/** Holds one campaign. */
export const holdCampaign = endpoint('hold', { isOne: true })
/** Releases one campaign. */
export const releaseCampaign = endpoint('release', { isOne: true })
/** Holds all campaigns of a project. */
export const holdProject = endpoint('hold', { isOne: false })
/** Releases all campaigns of a project. */
export const releaseProject = endpoint('release', { isOne: false })

function endpoint(verb: keyof typeof verbs, { isOne }: { isOne: boolean }) {
  const { run, description } = verbs[verb]
  return (app: App, context: ApplyContext & ConfigHints): void => {
    app.post(
      projectPath(isOne ? `/campaigns/:campaign_id/${verb}` : `/${verb}`),
      {
        config: { role: 'editor' },
        schema: {
          operationId: isOne ? `${verb}Campaign` : `${verb}Project`,
          summary: isOne
            ? `${verb === 'hold' ? 'Hold' : 'Release'} a campaign`
            : `${verb === 'hold' ? 'Hold' : 'Release'} all campaigns`,
          description,
          tags: ['Campaigns'],
          params: isOne ? CampaignParams : ProjectParams,
          querystring: Query,
          response: { 200: successOf(Held), ...refusalsOf(400, 401, 403, 404, 429) },
        },
      },
      async ({ params, user, query }) => {
        const { organization_id, project_id } = params
        const campaign_id = 'campaign_id' in params ? String(params.campaign_id) : null
        if (campaign_id !== null && !isUuid(campaign_id)) throw refusals.campaignNotFound()
        const place = { organization_id, project_id, campaign_id }
        const outcome = await run(context, { ...place, actor: user.actor, dryRun: query.dry_run })
        if (outcome === null) throw refusals.campaignNotFound()
        const campaigns = outcome.campaigns.map((row) => ({
          _id: row._id,
          name: row.key,
          status: campaignFieldsOf(row).status,
          revision: row.revision,
        }))
        if (!query.dry_run && campaigns.length > 0) {
          const ids = campaigns.map(({ _id }) => _id)
          publishConfig(context, organization_id, project_id, ids)
          context.hints.publish({ topic: 'calls', organization_id, project_id, ids: null })
        }
        return success({ campaigns, effects: outcome.effects }, query.dry_run ? 'Nothing was changed' : 'OK')
      },
    )
  }
}
