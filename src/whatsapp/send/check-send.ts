import type { Fault } from '../../base/faults.ts'
import type { Refusal } from '../../base/refusals.ts'
import { selectOptOuts } from '../operator-queries.ts'
import type { StoredOptOut } from '../operator-queries.ts'
import { previewTemplate, previewTyped } from '../message/preview.ts'
import type { MessagePreview } from '../message/preview.ts'
import type { SendRequest } from '../message/send-body.ts'
import { templateVariables } from '../message/template-plan.ts'
import { isNumber, selectAddress } from '../people/user-id-queries.ts'
import { selectOpeningMessage, selectPersonOf, selectPlanOfSends } from '../view/project-queries.ts'
import type { KnownPerson, OpeningMessage, PlanOfSends } from '../view/project-queries.ts'
import type { SendContext } from './send-context.ts'
import { checkBroadcast, checkRules, contentOf, findBroadcast, selectRecipient } from './send-rules.ts'
import type { Recipient, SendRule } from './send-rules.ts'
import type { BroadcastForSend } from './send-queries.ts'

/** A send that is checked: the request as far as it is whole. */
export interface SendToCheck {
  organization_id: string
  project_id: string
  broadcast_id: string
  /** Null while it has faults. */
  request: SendRequest | null
  /** The request if its only faults are about the recipient; `to` is then any number, and not judged. */
  content: SendRequest | null
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
 * Checks a send by the rules of `sendMessage`, all of them, and neither reserves nor sends anything. A send that passes may
 * still be refused a moment later, for what has changed meanwhile, or because the rate limit is used up.
 *
 * @throws {Refusal} 404 if the project has no such broadcast.
 */
export async function checkSend(
  context: Pick<SendContext, 'db' | 'clock'>,
  asked: SendToCheck,
): Promise<CheckedSend> {
  await context.clock.resync?.()
  const broadcast = await findBroadcast(context, asked)
  const found = new Map<SendRule, Refusal>()
  const onRefusal = (rule: SendRule, refusal: Refusal): void => {
    if (!found.has(rule)) found.set(rule, refusal)
  }
  const request = await addressed(context, asked)
  const place = {
    organization_id: asked.organization_id,
    project_id: asked.project_id,
    broadcast_id: asked.broadcast_id,
  }
  if (request !== null) {
    const send = { ...place, request, resendOf: asked.resendOf, idempotencyKey: null }
    await checkRules(context, send, broadcast, onRefusal)
  } else {
    checkBroadcast(broadcast, asked.kind, onRefusal)
    if (asked.content !== null) contentOf({ request: asked.content }, broadcast, onRefusal)
  }
  const [plan, recipient] = await Promise.all([
    selectPlanOfSends(context.db, asked.organization_id),
    request === null ? null : recipientOf(context, place, request.to, broadcast),
  ])
  const content = found.get('content')
  return {
    checks: checksOf(asked, { found, isWhole: request !== null }),
    faults: [...asked.faults, ...(content?.faults ?? [])],
    broadcast,
    plan,
    variables: asked.kind === 'template' ? variablesOf(broadcast) : null,
    recipient,
    preview: previewOf(asked.content, broadcast, asked.kind),
  }
}

/** Returns the request with the person's number instead of an id, as a send does. */
async function addressed({ db }: Pick<SendContext, 'db'>, asked: SendToCheck): Promise<SendRequest | null> {
  const { request } = asked
  if (request === null || isNumber(request.to)) return request
  return { ...request, to: await selectAddress(db, asked, request.to) }
}

async function recipientOf(
  context: Pick<SendContext, 'db' | 'clock'>,
  place: { organization_id: string; project_id: string; broadcast_id: string },
  to: string,
  broadcast: BroadcastForSend,
): Promise<CheckedSend['recipient']> {
  const { db } = context
  const [standing, person, opened_by, opt_outs] = await Promise.all([
    selectRecipient(context, place, to, broadcast),
    selectPersonOf(db, place, to),
    selectOpeningMessage(db, place, broadcast.sender._id, to),
    selectOptOuts(db, { ...place, recipient: to }),
  ])
  return { ...standing, to, person, opened_by, opt_outs }
}

/** Returns each rule that applies to the send, in the order in which a send checks them. */
function checksOf(
  { request, content, kind, resendOf }: SendToCheck,
  { found, isWhole }: { found: ReadonlyMap<SendRule, Refusal>; isWhole: boolean },
): Check[] {
  const of = (rule: SendRule, isJudged: boolean): Check => {
    const refusal = found.get(rule) ?? null
    return { rule, state: refusal !== null ? 'refuses' : isJudged ? 'passes' : 'not_judged', refusal }
  }
  return [
    { rule: 'request', state: request === null ? 'not_judged' : 'passes', refusal: null },
    ...(resendOf === null ? [] : [of('resend', isWhole)]),
    of('plan', true),
    of('sender', true),
    ...(kind === 'template' ? [of('template', true)] : []),
    of('content', content !== null),
    ...(kind === 'typed' ? [of('window', isWhole)] : []),
    of('opt_out', isWhole),
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
