import { z } from 'zod'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import { publishConfig } from '../../hints/publish-config.ts'
import type { ConfigHints } from '../../hints/publish-config.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { askedPauseSeconds, syncAsked } from '../templates/sync-asked.ts'
import type { AskedSync } from '../templates/sync-asked.ts'
import type { SyncContext } from '../templates/sync-templates.ts'
import { selectAskedSenders } from '../templates/template-queries.ts'

type SyncTemplatesContext = ConfigHints & Omit<SyncContext, 'actor' | 'readMs'>

const Body = z
  .strictObject({
    whatsapp_sender_id: z
      .string()
      .nullable()
      .default(null)
      .describe('Only this sender; null: every one of the project.'),
  })
  .meta({ id: 'TemplateSync' })

const names = z.array(z.string())
const Synced = z
  .object({
    whatsapp_sender_id: z.string(),
    name: z.string(),
    status: z
      .enum(['synced', 'failed', 'too_soon', 'disconnected', 'same_account', 'later'])
      .describe(
        '`too_soon`: its templates were read a moment ago. `same_account`: another sender of the account was read. ' +
          '`later`: the request took too long, the job goes on.',
      ),
    added: names,
    changed: names,
    disabled: names.describe('Templates that WhatsApp no longer has.'),
    unchanged: z.int(),
    code: z.string().nullable().describe("WhatsApp's code, if it failed with one."),
    reason: z.string().nullable().describe('Why it failed; nothing was changed then.'),
    read_at: timestamp().nullable().describe('If it is too soon: when they were read.'),
  })
  .meta({ id: 'SyncedTemplates', description: 'What a sync of one sender has done.' })

/** Makes the stored templates equal to WhatsApp's, now. */
export function syncTemplatesNow(app: App, context: SyncTemplatesContext): void {
  app.post(
    projectPath('/whatsapp-templates/sync'),
    {
      config: { role: 'editor' },
      schema: {
        operationId: 'syncWhatsappTemplates',
        summary: 'Read the templates from WhatsApp',
        description:
          `The same as the daily sync. The templates of a sender are read at most every ${askedPauseSeconds} seconds. ` +
          'The answer names what has changed.',
        tags: ['Templates'],
        params: ProjectParams,
        body: Body,
        response: {
          200: successOf(z.object({ senders: z.array(Synced) })),
          ...refusalsOf(400, 401, 403, 404),
        },
      },
    },
    async ({ params, body, user }) => {
      const { whatsapp_sender_id: id } = body
      const senders = id === null || isUuid(id) ? await selectAskedSenders(context.db, params, id) : []
      if (id !== null && senders.length === 0) throw refusals.recordNotFound('whatsapp_sender')
      const done = await syncAsked({ ...context, actor: user.actor }, senders)
      if (done.some(({ outcome }) => outcome.kind === 'synced' || outcome.kind === 'failed'))
        publishConfig(context, params.organization_id, params.project_id, null)
      return success({ senders: done.map(shownSync) }, 'OK')
    },
  )
}

const nothing = {
  added: [],
  changed: [],
  disabled: [],
  unchanged: 0,
  code: null,
  reason: null,
  read_at: null,
}

function shownSync({ outcome, ...sender }: AskedSync): z.input<typeof Synced> {
  const { kind: status, ...rest } = outcome
  return { ...sender, status, ...nothing, ...rest }
}
