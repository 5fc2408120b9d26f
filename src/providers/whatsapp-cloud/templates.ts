import { z } from 'zod'
import { requestGraph } from './graph-request.ts'
import { readOutcome, unavailable } from './outcome.ts'
import type { ReadFault } from './outcome.ts'
import { Items, languageCode, Text } from './types.ts'
import type { BusinessAccount } from './types.ts'

/**
 * A template as Meta has it. Name and language together identify it.
 * https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account/message_templates/
 */
const Template = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  /** Written with an underscore, such as `en_US`. */
  language: z.string().min(1).transform(languageCode),
  /** Only `APPROVED` can be sent. */
  status: z.string().min(1),
  category: Text,
  /** Missing for templates that are older than named variables. */
  parameter_format: z.enum(['NAMED', 'POSITIONAL']).catch('POSITIONAL'),
  /** In Meta's format. */
  components: Items,
  rejected_reason: Text.transform((reason) => (reason === 'NONE' ? null : reason)),
  /** `GREEN`, `YELLOW`, `RED` or `UNKNOWN`. */
  quality_score: z
    .object({ score: Text })
    .transform(({ score }) => score)
    .nullable()
    .catch(null),
})
export type Template = z.infer<typeof Template>

/** The last page may have cursors, but it has no `next`. https://developers.facebook.com/docs/graph-api/results */
const TemplatePage = z.object({
  data: z.array(Template),
  paging: z
    .object({
      cursors: z.object({ after: Text }).nullable().catch(null),
      next: Text,
    })
    .nullable()
    .catch(null),
})

const fields = 'id,name,language,status,category,parameter_format,components,rejected_reason,quality_score'
const pageSize = 100
/** 20,000 templates, more than three times the number that an account may have. */
const pagesMax = 200
const answerBytesMax = 8_388_608

/**
 * Yields all templates of an account, page by page, with one request each. If it ends without a fault, the list is
 * complete; after a fault nothing more is yielded. A malformed template is a fault too: a list without it would say
 * that the template no longer exists.
 *
 * @param answerMs the time limit of each request.
 * @throws before anything is sent, if the account is malformed.
 */
export async function* listTemplates(
  account: BusinessAccount,
  { signal, answerMs = 10_000 }: { signal?: AbortSignal | undefined; answerMs?: number | undefined } = {},
): AsyncGenerator<{ kind: 'page'; templates: Template[] } | ReadFault, void, undefined> {
  const seen = new Set<string>()
  let after: string | null = null
  for (let page = 1; page <= pagesMax; page++) {
    const query = { fields, limit: String(pageSize), ...(after !== null && { after }) }
    const request = { id: account.business_account_id, edge: 'message_templates', query }
    const exchange = await requestGraph(account, request, { answerMs, answerBytesMax, signal })
    const read = readOutcome<z.infer<typeof TemplatePage>>(exchange, TemplatePage)
    if (read.kind !== 'read') return yield read
    const { data, paging } = read.value
    yield { kind: 'page', templates: data }
    if (paging === null) return
    // A full page without `next` need not be the last one: more may follow its cursor.
    const isLast = paging.next === null && (data.length < pageSize || paging.cursors?.after == null)
    if (isLast) return
    // The URL in `next` is not followed: it contains the token, and could have any host.
    after = paging.cursors?.after ?? cursorOf(paging.next)
    if (after === null || seen.has(after)) break
    seen.add(after)
  }
  yield unavailable('the pages of the list of templates do not end')
}

function cursorOf(next: string | null): string | null {
  return next !== null && URL.canParse(next) ? new URL(next).searchParams.get('after') : null
}
