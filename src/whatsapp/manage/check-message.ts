import { z } from 'zod'
import type { Fault } from '../../base/faults.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { projectPath } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { faultsInBody } from '../../http/validation.ts'
import { BroadcastParams } from '../api/shown-message.ts'
import { normalizeRecipient } from '../message/recipient.ts'
import { SendBody } from '../message/send-body.ts'
import { withNumbersAsWritten } from '../message/written-numbers.ts'
import { checkSend } from '../send/check-send.ts'
import type { CheckedSend } from '../send/check-send.ts'
import type { SendContext } from '../send/send-context.ts'
import { sendRules } from '../send/send-rules.ts'
import { templateStatuses } from '../templates/template-status.ts'
import { Preview } from '../view/shown-parts.ts'
import { CheckedBody, ManagedSendBody, splitBody } from './send-request.ts'

const Check = z
  .object({
    rule: z.enum(['request', ...sendRules]).describe('`request`: whether the body is whole and well formed.'),
    state: z
      .enum(['passes', 'refuses', 'not_judged'])
      .describe('`not_judged`: it depends on a field that is missing or wrong.'),
    code: z.string().nullable().describe('The refusal that a send would get; a code of docs/errors.md.'),
    message: z.string().nullable(),
  })
  .meta({ id: 'SendCheck', description: 'What one rule says of a send.' })

const Data = z
  .object({
    can_send: z.boolean().describe('Whether no rule forbids it at this moment.'),
    checks: z.array(Check).describe('In the order in which a send checks them.'),
    faults: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .describe('Lists what is wrong by fields, such as `data.name`.'),
    variables: z
      .array(z.string())
      .nullable()
      .describe('The names that `data` must have, exactly; null for a typed message.'),
    preview: Preview.nullable(),
    plan: z.object({
      status: z.enum(['active', 'inactive']),
      sends: z.int(),
      reserved: z.int(),
      consumed: z.int(),
      left: z.int(),
    }),
    sender: z.object({
      _id: z.string(),
      status: z.enum(['connected', 'disconnected']),
      api_url: z.string().nullable().describe('Null: that of WhatsApp.'),
    }),
    template: z
      .object({
        name: z.string(),
        language: z.string(),
        category: z.string(),
        status: z.enum(templateStatuses),
      })
      .nullable(),
    recipient: z
      .object({
        to: z.string(),
        customer_profile_id: z.string().nullable(),
        name: z.string().nullable(),
        window: z.object({
          is_open: z.boolean(),
          last_inbound_at: timestamp().nullable().describe('When the person last wrote to this sender.'),
          closes_at: timestamp().nullable(),
          opened_by: z
            .object({
              conversation_id: z.string(),
              kind: z.string().nullable(),
              text: z.string().nullable(),
              at: timestamp(),
            })
            .nullable()
            .describe('The latest message of the person that is in a conversation.'),
        }),
        opted_out: z
          .boolean()
          .describe('True where the person has opted out of all messages of the project.'),
        opted_out_of_marketing: z.boolean(),
        opt_outs: z.array(
          z.object({
            scope: z.enum(['all', 'marketing']),
            source: z.enum(['message', 'provider', 'operator']),
            since: timestamp(),
            why: z.string().nullable(),
          }),
        ),
      })
      .nullable()
      .describe('Null while `to` is missing or wrong.'),
  })
  .meta({ id: 'CheckedSend', description: 'What a send would be answered, and why.' })

/** A number that any message may have; what is said of it is thrown away. */
const anyNumber = '+14155550100'

/** Checks a send as it would be checked if it were sent now. Nothing is reserved, sent or stored. */
export function checkWhatsappMessage(app: App, context: SendContext): void {
  app.post(
    projectPath('/broadcasts/:broadcast_id/messages/check'),
    {
      config: { role: 'editor', keepsBodyText: true },
      schema: {
        operationId: 'checkWhatsappMessage',
        summary: 'Check a send without sending',
        description:
          'Every rule of a send, by the same code. Fields may be missing yet. Nothing is reserved, sent or stored.',
        tags: ['WhatsApp'],
        params: BroadcastParams,
        body: CheckedBody,
        response: { 200: successOf(Data), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async ({ params, body: given, bodyText }) => {
      const whole = ManagedSendBody.safeParse(given, { reportInput: true })
      const { body, resend_of } = splitBody(given)
      const rest = whole.success ? null : SendBody.safeParse({ ...body, to: anyNumber })
      const request = whole.success ? withNumbersAsWritten(whole.data.request, bodyText) : null
      const checked = await checkSend(context, {
        ...params,
        request,
        content: request ?? (rest?.success ? withNumbersAsWritten(rest.data, bodyText) : null),
        to: typeof body['to'] === 'string' ? normalizeRecipient(body['to']) : null,
        kind: body['type'] === undefined ? 'template' : 'typed',
        faults: whole.success ? [] : faultsInBody(whole.error),
        resendOf: typeof resend_of === 'string' ? resend_of : null,
      })
      return success(shown(checked), 'Nothing was sent')
    },
  )
}

function shown({ checks, faults, broadcast, plan, variables, recipient, preview }: CheckedSend) {
  const { plan_status, sends, reserved, consumed } = plan
  const { sender, template } = broadcast
  return {
    can_send: checks.every(({ state }) => state === 'passes'),
    checks: checks.map(({ rule, state, refusal }) => ({
      rule,
      state,
      code: refusal?.code ?? null,
      message: refusal?.message ?? null,
    })),
    faults: distinct(faults),
    variables: variables === null ? null : [...variables],
    preview,
    plan: { status: plan_status, sends, reserved, consumed, left: sends - reserved - consumed },
    sender: { _id: sender._id, status: sender.status, api_url: sender.api_url },
    template: template && {
      name: template.name,
      language: template.language,
      category: template.category,
      status: template.status,
    },
    recipient: recipient && {
      to: recipient.to,
      customer_profile_id: recipient.person?.customer_profile_id ?? null,
      name: recipient.person?.name ?? null,
      window: {
        is_open: recipient.isOpen,
        last_inbound_at: recipient.last_inbound_at,
        closes_at: recipient.closes_at,
        opened_by: recipient.opened_by,
      },
      opted_out: recipient.opted_out,
      opted_out_of_marketing: recipient.opted_out_of_marketing,
      opt_outs: recipient.opt_outs,
    },
  }
}

function distinct(faults: readonly Fault[]): Fault[] {
  return [...new Map(faults.map((fault) => [`${fault.path} ${fault.message}`, fault])).values()]
}
