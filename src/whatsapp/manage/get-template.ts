import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import {
  broadcastsMax,
  languagesMax,
  selectBroadcastTemplate,
  selectTemplateLanguages,
  selectUsingBroadcasts,
} from '../templates/show-queries.ts'
import { ShownTemplate, ShownTrouble, shownTemplate, shownUse, UsingBroadcast } from './shown-template.ts'

const TemplateParams = ProjectParams.extend({ template_id: z.string().describe('Id of the template.') })
const WholeTemplate = z
  .object({
    ...ShownTemplate.shape,
    languages: z.array(ShownTemplate).describe(`Its languages, itself first; at most ${languagesMax}.`),
    broadcasts: z
      .array(UsingBroadcast)
      .describe(`Those that use it or another of its languages; at most ${broadcastsMax}.`),
  })
  .meta({ id: 'WholeWhatsappTemplate' })

/** Shows a template with its languages and the broadcasts that use it. */
export function getTemplate(app: App, { db, clock }: { db: Db; clock: Clock }): void {
  app.get(
    projectPath('/whatsapp-templates/:template_id'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'getWhatsappTemplate',
        summary: 'Get a template',
        description: 'Returns its languages, and the broadcasts that use it with what is wrong for them.',
        tags: ['Templates'],
        params: TemplateParams,
        response: { 200: successOf(WholeTemplate), ...refusalsOf(401, 403, 404) },
      },
    },
    async ({ params }) => {
      const languages = isUuid(params.template_id)
        ? await selectTemplateLanguages(db, params, params.template_id)
        : []
      const [template] = languages
      if (template === undefined) throw refusals.recordNotFound('whatsapp_template')
      const templateIds = languages.map(({ _id }) => _id)
      const uses = await selectUsingBroadcasts(db, params, { templateIds }, clock.now())
      const byId = new Map(languages.map((each) => [each._id, each]))
      const whole = {
        ...shownTemplate(template),
        languages: languages.map(shownTemplate),
        broadcasts: uses.map((use) => shownUse(byId.get(use.whatsapp_template_id)!, use)),
      }
      return success(whole, 'OK')
    },
  )
}

const BroadcastParams = ProjectParams.extend({ broadcast_id: z.string().describe('Id of the broadcast.') })
const BroadcastTemplate = z
  .object({
    _id: z.string().describe('Id of the broadcast.'),
    name: z.string(),
    template: ShownTemplate.nullable().describe('Null: it sends typed messages only.'),
    troubles: z.array(ShownTrouble).describe('The heaviest first; empty: nothing is wrong.'),
    messages_of_day: z.int().describe('Its messages of the last 24 hours.'),
  })
  .meta({ id: 'BroadcastTemplate', description: 'The template of a broadcast, and what is wrong with it.' })

/** Shows the template of a broadcast and what keeps it from being sent. */
export function getBroadcastTemplate(app: App, { db, clock }: { db: Db; clock: Clock }): void {
  app.get(
    projectPath('/broadcasts/:broadcast_id/template'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'getBroadcastTemplate',
        summary: 'Get the template of a broadcast',
        description: 'Also says why messages of the broadcast are refused, or would be.',
        tags: ['Templates'],
        params: BroadcastParams,
        response: { 200: successOf(BroadcastTemplate), ...refusalsOf(401, 403, 404) },
      },
    },
    async ({ params }) => {
      const { broadcast_id } = params
      const found = isUuid(broadcast_id) ? await selectBroadcastTemplate(db, params, broadcast_id) : null
      if (found === null) throw refusals.broadcastNotFound()
      const { _id, name, template } = found
      if (template === null) return success({ _id, name, template, troubles: [], messages_of_day: 0 }, 'OK')
      const [row] = await selectUsingBroadcasts(db, params, { broadcastId: _id }, clock.now())
      const use = row && shownUse(template, row)
      const { troubles = [], messages_of_day = 0 } = use ?? {}
      return success({ _id, name, template: shownTemplate(template), troubles, messages_of_day }, 'OK')
    },
  )
}
