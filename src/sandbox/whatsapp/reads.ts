import { fieldOf, formText } from '../network/form.ts'
import type { FormFields } from '../network/form.ts'
import type { WhatsappAccount } from './accounts.ts'
import type { WhatsappExchange } from './exchange.ts'
import { graphAnswer, graphRefused, readUnless } from './graph-result.ts'
import type { GraphResult } from './graph-result.ts'
import { bareNumber } from './graph-values.ts'
import type { WhatsappTemplate } from './templates.ts'

/** Provider: cursor paging of the Graph API. */
const pageSizeDefault = 25
const pageSizeMax = 1000

/** Handles `GET /{phone number id}`: returns the number with the requested fields. */
export function readNumber(exchange: WhatsappExchange, id: string, query: FormFields): GraphResult {
  const fault = exchange.faults.takeForAnswer('phone_number', null)
  return readUnless(fault, () => {
    if (fault?.kind === 'omit') return graphRefused(33, `no object ${id}`, fault)
    return graphAnswer(withFields(numberResource(exchange.accounts.ofNumberId(id)), query), fault)
  })
}

/** Handles `GET /{business account id}/phone_numbers`. */
export function readNumbers(
  exchange: WhatsappExchange,
  businessAccountId: string,
  path: string,
  query: FormFields,
): GraphResult {
  const fault = exchange.faults.takeForAnswer('phone_numbers', null)
  return readUnless(fault, () => {
    const accounts = fault?.kind === 'omit' ? [] : exchange.accounts.ofBusiness(businessAccountId)
    const page = pageOf(accounts.map(numberResource), exchange.baseUrl() + path, query)
    return page === null ? graphRefused(100, 'limit or after', fault) : graphAnswer(page, fault)
  })
}

/** Handles `GET /{business account id}/message_templates`, filtered by name, status, language and category. */
export function readTemplates(
  exchange: WhatsappExchange,
  businessAccountId: string,
  path: string,
  query: FormFields,
): GraphResult {
  const fault = exchange.faults.takeForAnswer('templates', null)
  return readUnless(fault, () => {
    const all = fault?.kind === 'omit' ? [] : exchange.templates.of(businessAccountId)
    const fitting = all.filter((template) =>
      (['name', 'status', 'language', 'category'] as const).every((name) => {
        const asked = fieldOf(query, name)
        return asked === null || template[name].toLowerCase() === asked.toLowerCase()
      }),
    )
    const page = pageOf(fitting.map(templateResource), exchange.baseUrl() + path, query)
    return page === null ? graphRefused(100, 'limit or after', fault) : graphAnswer(page, fault)
  })
}

type Resource = { id: string } & Record<string, unknown>

function numberResource(account: WhatsappAccount): Resource {
  const { phone_number_id, verified_name, status, quality_rating, messaging_limit, display_phone_number } =
    account
  return {
    verified_name,
    display_phone_number: bareNumber(display_phone_number),
    quality_rating,
    status,
    code_verification_status: 'VERIFIED',
    name_status: 'APPROVED',
    platform_type: 'CLOUD_API',
    throughput: { level: 'STANDARD' },
    whatsapp_business_manager_messaging_limit: messaging_limit,
    health_status: {
      can_send_message: status === 'CONNECTED' ? 'AVAILABLE' : 'BLOCKED',
      entities: [],
    },
    id: phone_number_id,
  }
}

function templateResource(template: WhatsappTemplate): Resource {
  const { business_account_id: _, quality_score, ...rest } = template
  return { ...rest, quality_score: { score: quality_score } }
}

/** Returns the members that `fields` names, and the id; all members if `fields` is absent. */
function withFields(resource: Resource, query: FormFields): Resource {
  const asked = fieldOf(query, 'fields')?.split(',')
  if (asked === undefined) return resource
  const named = Object.entries(resource).filter(([name]) => name === 'id' || asked.includes(name))
  return { id: resource.id, ...Object.fromEntries(named) }
}

/** Returns one page; a cursor names the item before the page. Returns null if the query is malformed. */
function pageOf(all: readonly Resource[], url: string, query: FormFields): object | null {
  const limit = fieldOf(query, 'limit') ?? String(pageSizeDefault)
  if (!/^[1-9]\d{0,5}$/.test(limit)) return null
  const after = fieldOf(query, 'after')
  const anchor = after === null ? -1 : all.findIndex(({ id }) => cursorOf(id) === after)
  if (after !== null && anchor < 0) return null
  const items = all.slice(anchor + 1, anchor + 1 + Math.min(Number(limit), pageSizeMax))
  const first = items[0]
  const last = items.at(-1)
  if (first === undefined || last === undefined) return { data: [] }
  const rest = query.filter(([name]) => name !== 'after' && name !== 'before')
  const isLast = last === all.at(-1)
  const next = { next: `${url}?${formText([...rest, ['after', cursorOf(last.id)]])}` }
  const cursors = { before: cursorOf(first.id), after: cursorOf(last.id) }
  return { data: items.map((item) => withFields(item, query)), paging: { cursors, ...(!isLast && next) } }
}

function cursorOf(id: string): string {
  return Buffer.from(`after ${id}`).toString('base64url')
}
