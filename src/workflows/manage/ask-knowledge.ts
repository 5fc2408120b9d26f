import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { wholeNumber } from '../../http/list-query.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { crawlUrlStates } from '../../sources/crawl/crawl.ts'
import { wordsOf } from '../../sources/index/index-form.ts'
import { selectLeftOutUrls } from '../../sources/search/left-out-queries.ts'
import { Question } from '../../sources/search/question.ts'
import { searchSources } from '../../sources/search/search-sources.ts'
import { passagesCharactersMax, passagesText, spokenPassage } from '../look-up.ts'

const Query = z.object({
  q: Question.describe('A question as a workflow would ask it.'),
  limit: wholeNumber({ min: 1, max: 5, default: 3, description: 'Passages at most, as in the step.' }),
})

const Asked = z
  .object({
    text: z
      .string()
      .describe(
        `What the step \`look_up\` keeps, at most ${passagesCharactersMax} characters; empty if nothing is found.`,
      ),
    passages: z.array(
      z.object({
        source_id: z.string(),
        source_name: z.string(),
        page_url: z.string().nullable().describe('Null for a file.'),
        title: z.string(),
        heading: z.string(),
        anchor: z.string().nullable(),
        spoken: z.string().describe('The passage as it is spoken.'),
        highlight: z.string().describe('Escaped HTML: excerpts, with the found words in `<mark>`.'),
        score: z.number().min(0).max(1),
      }),
    ),
    left_out: z
      .array(
        z.object({
          source_id: z.string(),
          source_name: z.string(),
          url: z.string(),
          state: z.enum(crawlUrlStates),
          reason: z.string().nullable(),
          detail: z.string().nullable(),
        }),
      )
      .describe(
        'If nothing is found: URLs with words of the question that the last crawls did not take, and the rule that kept ' +
          'each out. At most 5.',
      ),
  })
  .meta({ id: 'AskedKnowledge', description: 'What the assistant would find for a question.' })

const leftOutMax = 5
/** Shorter words are in too many addresses. */
const wordCharactersMin = 4

/** Shows what a workflow's step `look_up` would find for a question, by the same code. */
export function askKnowledge(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/sources/ask'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'askKnowledge',
        summary: 'Ask the knowledge base as a call would',
        description:
          'The passages that a workflow’s step `look_up` finds, as they are spoken. If there are none, also pages that ' +
          'crawls left out.',
        tags: ['Knowledge base'],
        params: ProjectParams,
        querystring: Query,
        response: { 200: successOf(Asked), ...refusalsOf(400, 401, 403, 500) },
      },
    },
    async ({ params, query }) => {
      const place = { organizationId: params.organization_id, projectId: params.project_id }
      const reader = db.limited(place.organizationId, 'search')
      const passages = await searchSources(reader, { ...place, question: query.q, limit: query.limit })
      const data = {
        text: passagesText(passages.map(({ text }) => text)),
        passages: passages.map(({ text, ...passage }) => ({ ...passage, spoken: spokenPassage(text) })),
        left_out:
          passages.length > 0
            ? []
            : await selectLeftOutUrls(reader, place, addressWordsOf(query.q), leftOutMax),
      }
      return success(data, 'OK')
    },
  )
}

/** Returns the words of a question as addresses may have them. */
function addressWordsOf(question: string): string[] {
  return [...new Set(wordsOf(question).map((word) => word.toLowerCase()))].filter(
    (word) => word.length >= wordCharactersMin,
  )
}
