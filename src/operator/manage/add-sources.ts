import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import type { NewId } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import { SharedPlaces } from '../../base/shared-places.ts'
import type { Db } from '../../db/database.ts'
import { QueueFull, createFairQueue } from '../../db/fair-queue.ts'
import type { HintPublisher } from '../../hints/publish-hints.ts'
import { acceptBodies } from '../../http/accept-bodies.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { ProjectParams, projectPath } from '../../http/paths.ts'
import type { WebFetch } from '../../providers/web/guard/web-fetch.ts'
import type { RobotsFiles } from '../../providers/web/robots-file.ts'
import { addSource } from '../../sources/add-source.ts'
import { selectProjectLanguage } from '../../sources/added-queries.ts'
import { publishSource } from '../../sources/publish-source.ts'
import type { SourceAuthor } from '../../sources/source.ts'
import type { RequestUser } from '../../users/authenticate-user.ts'
import { fileBytesMax } from '../sources/file-types.ts'
import {
  fileNameFault,
  readGivenFile,
  readGivenUrl,
  sourceNameCharactersMax,
} from '../sources/given-source.ts'
import type { SourceReading } from '../sources/given-source.ts'

interface AddContext {
  db: Db
  clock: Clock
  newId: NewId
  hints: Pick<HintPublisher, 'publish'>
  webFetch: WebFetch
  robotsOf: RobotsFiles
}

/** A file is read by a process of its own with up to 1.2 GB, and waits in memory with up to 20 MB. */
const reading = { runningMax: 2, runningPerTenantMax: 1, waitingPerTenantMax: 4, waitMaxMs: 20_000 }
/** Files of this process that arrive, wait or are read. */
const filesHeld = { placesMax: 8, perOrganizationMax: 2 }

const AddedSource = z
  .object({
    source_id: z.string(),
    name: z.string(),
    kind: z
      .enum(['added', 'replaced', 'unchanged'])
      .describe('A file of the same name, or a page of the same address, is replaced.'),
    passages: z.int().min(0).describe('Passages in the index.'),
    passages_found: z.int().min(0).describe('Passages that it has; the first 2,000 are kept.'),
  })
  .meta({ id: 'AddedSource', description: 'A file or web page in the index.' })

const nameExpected = `must be a file name of 1 to ${sourceNameCharactersMax} characters`
const FileQuery = z.object({
  name: z
    .string(nameExpected)
    .trim()
    .min(1, nameExpected)
    .max(sourceNameCharactersMax, nameExpected)
    .regex(/^[^/\\\p{Cc}]+$/u, nameExpected)
    .describe('The name of the source. Its end says the type, such as `.pdf`.'),
})
const urlExpected = 'must be an address such as https://example.com/returns'
const UrlBody = z.strictObject({
  url: z.string(urlExpected).trim().min(1, urlExpected).max(2_000, 'must have at most 2,000 characters'),
})

const binary = 'application/octet-stream'

/** Adds files and single web pages to a knowledge base, by the code of the commands. */
export function addSources(app: App, context: AddContext): void {
  const queue = createFairQueue(reading)
  const read = async (organizationId: string, work: () => Promise<SourceReading>): Promise<SourceReading> => {
    try {
      return await queue.run(organizationId, work)
    } catch (error) {
      if (error instanceof QueueFull) throw refusals.tooManyFiles()
      throw error
    }
  }
  void app.register(async (scope: App) => addFiles(scope, context, read))
  addUrls(app, context, read)
}

type Read = (organizationId: string, work: () => Promise<SourceReading>) => Promise<SourceReading>

function addFiles(app: App, context: AddContext, read: Read): void {
  const places = new SharedPlaces(filesHeld)
  app.removeAllContentTypeParsers()
  acceptBodies(app, binary, (bytes) => bytes)
  app.post(
    projectPath('/sources/files'),
    {
      bodyLimit: fileBytesMax,
      config: { role: 'editor', contentType: binary },
      // Before the body arrives: a file is held in memory.
      preParsing: async ({ params }, reply, payload) => {
        // The client has gone meanwhile, and no event will say so any more.
        if (reply.raw.destroyed) {
          reply.hijack()
          return payload
        }
        const free = places.take(params.organization_id)
        if (free === null) throw refusals.tooManyFiles()
        reply.raw.once('close', free)
        return payload
      },
      schema: {
        operationId: 'addSourceFile',
        summary: 'Add a file',
        description:
          'The body is the file: PDF, HTML, Markdown, plain text or Word (`.docx`), at most 20 MB. It is read within 20 s, ' +
          'in a process of its own. A file of the same name is replaced.',
        tags: ['Knowledge base'],
        consumes: [binary],
        params: ProjectParams,
        querystring: FileQuery,
        response: { 201: successOf(AddedSource, 201), ...refusalsOf(400, 401, 403, 413, 429) },
      },
    },
    async ({ params, query, body, user }, reply) => {
      const fault = fileNameFault(query.name)
      if (fault !== null) throw refusals.unreadableSource(`${query.name} ${fault}`)
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      if (bytes.length === 0) throw refusals.unreadableSource(`${query.name} is empty`)
      const language = await selectProjectLanguage(context.db, params)
      const found = await read(params.organization_id, () => readGivenFile(query.name, bytes, language))
      const data = await add(context, params, found, { user, given: query.name })
      return reply.code(201).send(success(data, 'The file is in the index', 201))
    },
  )
}

function addUrls(app: App, context: AddContext, read: Read): void {
  app.post(
    projectPath('/sources/urls'),
    {
      config: { role: 'editor' },
      schema: {
        operationId: 'addSourceUrl',
        summary: 'Add a single web page',
        description:
          'It is fetched as a crawl fetches, with regard for robots.txt, and takes one link of the plan. Adding it again ' +
          'updates it.',
        tags: ['Knowledge base'],
        params: ProjectParams,
        body: UrlBody,
        response: { 201: successOf(AddedSource, 201), ...refusalsOf(400, 401, 403, 429) },
      },
    },
    async ({ params, body, user }, reply) => {
      const language = await selectProjectLanguage(context.db, params)
      const found = await read(params.organization_id, () => readGivenUrl(context, body.url, language))
      const data = await add(context, params, found, { user, given: body.url })
      return reply.code(201).send(success(data, 'The page is in the index', 201))
    },
  )
}

async function add(
  context: AddContext,
  project: { organization_id: string; project_id: string },
  found: SourceReading,
  { user, given }: { user: RequestUser; given: string },
): Promise<z.infer<typeof AddedSource>> {
  if (found.kind === 'fault') throw refusals.unreadableSource(`${given} ${found.message}`)
  const author: SourceAuthor = {
    creator: { kind: 'person', _id: user.user_id, name: user.name },
    actor: user.actor,
  }
  const { organization_id, project_id } = project
  const outcome = await addSource(context, { ...found.source, organization_id, project_id, author })
  if (outcome.kind === 'quota') throw refusals.linkQuotaReached()
  publishSource(context, project, outcome.source_id)
  return { ...outcome, name: found.source.name }
}
