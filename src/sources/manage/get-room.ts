import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import { organizationBounds } from '../crawl/crawl-bounds.ts'
import { selectKnowledgeRoom } from '../room-queries.ts'

const used = (what: string) =>
  z.object({ used: z.int().min(0), max: z.int().min(0) }).describe(`${what}, over all projects.`)

/** Shows how much more the knowledge bases of the organization may take. */
export function getKnowledgeRoom(app: App, { db }: { db: Db }): void {
  app.get(
    projectPath('/sources/room'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'getSourceRoom',
        summary: 'Get how much room the knowledge base has',
        description: 'What a new source would be refused for, before it is added.',
        tags: ['Knowledge base'],
        params: ProjectParams,
        response: {
          200: successOf(
            z
              .object({
                links: used('Pages of domains and URLs in the index, and those of the plan'),
                domains: used('Domains'),
                open_crawls: used('Crawls that wait or run'),
              })
              .meta({ id: 'KnowledgeRoom', description: 'What the knowledge bases have and may have.' }),
          ),
          ...refusalsOf(401, 403, 500),
        },
      },
    },
    async ({ params }) => {
      const room = await selectKnowledgeRoom(db, params.organization_id)
      const data = {
        links: { used: room.links, max: room.links_max },
        domains: { used: room.domains, max: organizationBounds.domains },
        open_crawls: { used: room.open_crawls, max: organizationBounds.openCrawls },
      }
      return success(data, 'OK')
    },
  )
}
