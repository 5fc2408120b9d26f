import type { Fault } from '../../base/faults.ts'
import type { Refusal } from '../../base/refusals/refusal.ts'
import { previewTemplate, previewTyped } from '../message/preview.ts'
import type { MessagePreview } from '../message/preview.ts'
import type { SendRequest } from '../message/send-body.ts'
import { templateVariables } from '../message/template-plan.ts'
import { selectOptOuts } from '../operator-queries.ts'
import type { StoredOptOut } from '../operator-queries.ts'
import { selectOpeningMessage, selectPersonOf, selectPlanOfSends } from '../view/project-queries.ts'
import type { KnownPerson, OpeningMessage, PlanOfSends } from '../view/project-queries.ts'
import type { BroadcastForSend } from './broadcast-queries.ts'
import type { SendContext } from './send-context.ts'
import {
  checkBroadcast,
  checkRecipient,
  checkResend,
  checkRules,
  contentOf,
  findBroadcast,
  selectRecipient,
  withAddress,
} from './send-rules.ts'
import type { Recipient, SendRule } from './send-rules.ts'

/** A send that is checked: the request as far as it is whole. */
export interface SendToCheck {
  organization_id: string
  project_id: string
  broadcast_id: string
  /** Null while it has faults. */
  request: SendRequest | null
  /** The request if its only faults are about the recipient; `to` is then any number, and not judged. */
  content: SendRequest | null
  /** The recipient; null while it is faulty. */
  to: string | null
  /** Whether it is a typed message; decides which rules apply while the request has faults. */
  kind: SendRequest['kind']
  faults: readonly Fault[]
  resendOf: string | null
}

/** What a rule says: it lets the send pass, forbids it, or needs a field that is not right yet. */
export interface Check {
  rule: SendRule | 'request'
  state: 'passes' | 'refuses' | 'not_judged'
  refusal: Refusal | null
}

export interface CheckedSend {
  checks: Check[]
  faults: Fault[]
  broadcast: BroadcastForSend
  plan: PlanOfSends
  /** The names that `data` must have; null for a typed message, and for a template that can't be sent from here. */
  variables: readonly string[] | null
  recipient:
    | (Recipient & {
        to: string
        person: KnownPerson | null
        opened_by: OpeningMessage | null
        opt_outs: StoredOptOut[]
      })
    | null
  preview: MessagePreview | null
}

/**
 * Checks a send by the rules of `sendMessage`, all of them, and neither reserves nor sends anything. A send that passes
 * may still be refused a moment later, for what has changed meanwhile, or because the rate limit is used up.
 *
 * @throws {Refusal} 404 if the project has no such broadcast.
 */
export async function checkSend(
  context: Pick<SendContext, 'db' | 'clock' | 'secretBox'>,
  asked: SendToCheck,
): Promise<CheckedSend> {
  await context.clock.resync?.()
  const broadcast = await findBroadcast(context, asked)
  const found = new Map<SendRule, Refusal>()
  const onRefusal = (rule: SendRule, refusal: Refusal): void => {
    if (!found.has(rule)) found.set(rule, refusal)
  }
  const place = {
    organization_id: asked.organization_id,
    project_id: asked.project_id,
    broadcast_id: asked.broadcast_id,
  }
  const { request, content, kind, resendOf } = asked
  let to: string | null = null
  if (request !== null) {
    const send = await withAddress(context, { ...place, request, resendOf, idempotencyKey: null })
    to = send.request.to
    await checkRules(context, send, broadcast, onRefusal)
  } else {
    checkBroadcast(broadcast, kind, onRefusal)
    if (content !== null) contentOf({ request: content }, broadcast, onRefusal)
    if (asked.to !== null) {
      const send = await withAddress(context, { ...place, request: { kind, to: asked.to } })
      to = send.request.to
      if (resendOf !== null) await checkResend(context, send, resendOf, onRefusal)
      await checkRecipient(context, send, broadcast, onRefusal)
    }
  }
  const [plan, recipient] = await Promise.all([
    selectPlanOfSends(context.db, asked.organization_id),
    to === null ? null : recipientOf(context, place, to, broadcast),
  ])
  const contentRefusal = found.get('content')
  return {
    checks: checksOf(asked, { found, hasRecipient: to !== null }),
    faults: [...asked.faults, ...(contentRefusal?.faults ?? [])],
    broadcast,
    plan,
    variables: kind === 'template' ? variablesOf(broadcast) : null,
    recipient,
    preview: previewOf(content, broadcast, kind),
  }
}

async function recipientOf(
  context: Pick<SendContext, 'db' | 'clock' | 'secretBox'>,
  place: { organization_id: string; project_id: string; broadcast_id: string },
  to: string,
  broadcast: BroadcastForSend,
): Promise<CheckedSend['recipient']> {
  const { db, secretBox } = context
  const [standing, person, opened_by, opt_outs] = await Promise.all([
    selectRecipient(context, place, to, broadcast),
    selectPersonOf(db, place, to),
    selectOpeningMessage(db, place, broadcast.sender._id, to),
    selectOptOuts(db, secretBox, { ...place, recipient: to }),
  ])
  return { ...standing, to, person, opened_by, opt_outs }
}

/** Returns each rule that applies to the send, in the order in which a send checks them. */
function checksOf(
  { request, content, kind, resendOf }: SendToCheck,
  { found, hasRecipient }: { found: ReadonlyMap<SendRule, Refusal>; hasRecipient: boolean },
): Check[] {
  const of = (rule: SendRule, isJudged: boolean): Check => {
    const refusal = found.get(rule) ?? null
    return { rule, state: refusal !== null ? 'refuses' : isJudged ? 'passes' : 'not_judged', refusal }
  }
  return [
    { rule: 'request', state: request === null ? 'not_judged' : 'passes', refusal: null },
    ...(resendOf === null ? [] : [of('resend', hasRecipient)]),
    of('plan', true),
    of('sender', true),
    ...(kind === 'template' ? [of('template', true)] : []),
    of('content', content !== null),
    ...(kind === 'typed' ? [of('window', hasRecipient)] : []),
    of('opt_out', hasRecipient),
  ]
}

function variablesOf({ template }: BroadcastForSend): readonly string[] | null {
  if (template === null) return null
  const reading = templateVariables(template)
  return reading.kind === 'sendable' ? reading.variables : null
}

function previewOf(
  request: SendRequest | null,
  { template }: BroadcastForSend,
  kind: SendRequest['kind'],
): MessagePreview | null {
  if (request?.kind === 'typed') return previewTyped(request)
  if (kind === 'typed' || template === null) return null
  return previewTemplate(template, request?.kind === 'template' ? request.data : {})
}
