import { z } from 'zod'
import { askGraph } from './graph-request.ts'
import { judgeRead, unavailable } from './outcome.ts'
import type { ReadFault } from './outcome.ts'
import { Items, languageCode, Text } from './types.ts'
import type { BusinessAccount } from './types.ts'

/**
 * A template as Meta has it. Its name and language together tell it from others.
 * https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account/message_templates/
 */
const Template = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  /** With an underscore, such as `en_US`. */
  language: z.string().min(1).transform(languageCode),
  /** Only `APPROVED` can be sent. */
  status: z.string().min(1),
  category: Text,
  /** Templates that are older than named variables don't say. */
  parameter_format: z.enum(['NAMED', 'POSITIONAL']).catch('POSITIONAL'),
  /** In Meta's own form. */
  components: Items,
  rejected_reason: Text.transform((reason) => (reason === 'NONE' ? null : reason)),
})
export type Template = z.infer<typeof Template>

/** Cursors can be there on the last page too; `next` is not. https://developers.facebook.com/docs/graph-api/results */
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

const fields = 'id,name,language,status,category,parameter_format,components,rejected_reason'
const pageSize = 100
/** 20,000 templates, more than three times what an account may have. */
const pagesMax = 200
const answerBytesMax = 8_388_608

/**
 * Every template of an account, page by page, one request each. An end without a fault means that the list is complete;
 * a fault is the last thing told. A template that is malformed is a fault too, since a list that leaves one out would say
 * that it is gone.
 *
 * @param answerMs the limit of each request.
 * @throws before anything is sent where the account is malformed.
 */
export async function* listTemplates(
  account: BusinessAccount,
  { signal, answerMs = 10_000 }: { signal?: AbortSignal | undefined; answerMs?: number | undefined } = {},
): AsyncGenerator<{ kind: 'page'; templates: Template[] } | ReadFault, void, undefined> {
  const seen = new Set<string>()
  let after: string | null = null
  for (let page = 1; page <= pagesMax; page++) {
    const query = { fields, limit: String(pageSize), ...(after !== null && { after }) }
    const question = { id: account.business_account_id, edge: 'message_templates', query }
    const exchange = await askGraph(account, question, { answerMs, answerBytesMax, signal })
    const read = judgeRead<z.infer<typeof TemplatePage>>(exchange, TemplatePage)
    if (read.kind !== 'read') return yield read
    const { data, paging } = read.value
    yield { kind: 'page', templates: data }
    if (paging === null || paging.next === null) return
    // The address in `next` isn't followed: it holds the token, and could lead anywhere.
    after = paging.cursors?.after ?? cursorOf(paging.next)
    if (after === null || seen.has(after)) break
    seen.add(after)
  }
  yield unavailable('the pages of the list of templates do not end')
}

function cursorOf(next: string): string | null {
  return URL.canParse(next) ? new URL(next).searchParams.get('after') : null
}
