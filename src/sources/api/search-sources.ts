import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { wholeNumber } from '../../http/list-query.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { searchSources as search } from '../search/search-sources.ts'

const questionCharactersMax = 500
const questionExpected = `must be a question or words, 1 to ${questionCharactersMax} characters, given once`

const Query = z.object({
  q: z
    .string(questionExpected)
    .trim()
    .min(1, questionExpected)
    .max(questionCharactersMax, questionExpected)
    .describe(
      'A question as a person asks it, or words. `"words in quotes"` stand together, `-word` must not be there, `OR` ' +
        'stands between alternatives.',
    ),
  limit: wholeNumber({ min: 1, max: 20, default: 5, description: 'Passages at most.' }),
})

const FoundPassage = z
  .object({
    page_url: z.string().nullable().describe('Null for a file.'),
    source_id: z.string(),
    source_name: z.string(),
    title: z.string().describe('Of the page.'),
    heading: z.string().describe('The headings above it, the outermost first: `Install › On Linux`.'),
    anchor: z.string().nullable().describe('What follows `#` in the address of its place.'),
    text: z.string().describe('At most 1,200 characters.'),
    highlight: z
      .string()
      .describe('HTML, escaped: parts of the text with the words that were found in `<mark>`.'),
    score: z
      .number()
      .min(0)
      .max(1)
      .describe('How much of the question it has, and how prominently. The order goes by it.'),
  })
  .meta({ id: 'Passage', description: 'A passage of the knowledge base.' })

/** Finds the passages of the project's knowledge base that answer a question best. */
export function searchSources(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/sources/search'),
    {
      schema: {
        operationId: 'searchSources',
        summary: 'Search the knowledge base',
        description:
          'Full text in the languages of the pages. Passages with all or most of the words come first; misspelt words are ' +
          'searched as the nearest that some page has.',
        tags: ['Knowledge base'],
        params: ProjectParams,
        querystring: Query,
        response: {
          200: successOf(z.object({ items: z.array(FoundPassage) })),
          ...refusalsOf(400, 401, 403, 500),
        },
      },
    },
    async ({ params, query }) => {
      const place = { organizationId: params.organization_id, projectId: params.project_id }
      const items = await search(db, { ...place, question: query.q, limit: query.limit })
      return success({ items }, 'OK')
    },
  )
}
