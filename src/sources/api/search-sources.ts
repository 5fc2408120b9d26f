import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { wholeNumber } from '../../http/list-query.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { Question } from '../search/question.ts'
import { searchSources as search } from '../search/search-sources.ts'

const Query = z.object({
  q: Question.describe(
    'A natural question, or words. `"words in quotes"` are a phrase, `-word` is excluded, `OR` separates alternatives.',
  ),
  limit: wholeNumber({ min: 1, max: 20, default: 5, description: 'Passages at most.' }),
})

const FoundPassage = z
  .object({
    page_url: z.string().nullable().describe('Null for a file.'),
    source_id: z.string(),
    source_name: z.string(),
    title: z.string().describe('Title of the page.'),
    heading: z.string().describe('The headings above it, the outermost first: `Install › On Linux`.'),
    anchor: z.string().nullable().describe('The URL fragment of the passage, without `#`.'),
    text: z.string().describe('At most 1,200 characters.'),
    highlight: z.string().describe('Escaped HTML: excerpts of the text, with the found words in `<mark>`.'),
    score: z
      .number()
      .min(0)
      .max(1)
      .describe('How much of the question it matches, and how prominently. Items are sorted by it.'),
  })
  .meta({ id: 'Passage', description: 'A passage of the knowledge base.' })

/** Registers the endpoint that searches the project's knowledge base. */
export function searchSources(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/sources/search'),
    {
      schema: {
        operationId: 'searchSources',
        summary: 'Search the knowledge base',
        description:
          'Full-text search in the languages of the pages. Passages with all or most of the words come first. A misspelled ' +
          'word is replaced by the most similar word that a page has.',
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
      const items = await search(db.limited(place.organizationId, 'search'), {
        ...place,
        question: query.q,
        limit: query.limit,
      })
      return success({ items }, 'OK')
    },
  )
}
