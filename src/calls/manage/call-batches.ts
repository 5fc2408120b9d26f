import { Readable } from 'node:stream'
import { z } from 'zod'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { PageQuery } from '../../http/list-query.ts'
import { page, pageOf } from '../../http/page.ts'
import { CampaignParams, projectPath } from '../../http/paths.ts'
import type { AddContext } from '../batches/add-batch.ts'
import { cancelBatch, resumeBatch } from '../batches/cancel-batch.ts'
import { exportOutcomes, findBatch, listBatches, listBatchFaults, readBatch } from '../batches/show-batch.ts'
import { BatchParams, CallBatch, ShownRowFault, WholeCallBatch } from './shown-batch.ts'

const tags = ['Calls']

/** Lists the batches of a campaign, newest first. */
export function listCallBatches(app: App, context: AddContext): void {
  app.get(
    projectPath('/campaigns/:campaign_id/call-batches'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'listCallBatches',
        summary: 'List the files of calls of a campaign',
        description: 'Newest first.',
        tags,
        params: CampaignParams,
        querystring: PageQuery,
        response: { 200: pageOf(CallBatch), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async ({ params, query }) => {
      const { items, total } = await listBatches(context, params, query)
      return page(items, total, query)
    },
  )
}

/** Returns a batch with its progress and outcomes. */
export function getCallBatch(app: App, context: AddContext): void {
  app.get(
    projectPath('/campaigns/:campaign_id/call-batches/:batch_id'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'getCallBatch',
        summary: 'Get a file of calls',
        description: 'How far it is queued, and the outcomes of its calls.',
        tags,
        params: BatchParams,
        response: { 200: successOf(WholeCallBatch), ...refusalsOf(401, 403, 404, 500) },
      },
    },
    async ({ params }) => success(await readBatch(context, params), 'OK'),
  )
}

/** Lists the faults of a batch's file. */
export function listCallBatchFaults(app: App, context: AddContext): void {
  app.get(
    projectPath('/campaigns/:campaign_id/call-batches/:batch_id/faults'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'listCallBatchFaults',
        summary: 'List the rows that were left out',
        description: 'Lists faults by line, with what would be right; the first 1,000 of a file are kept.',
        tags,
        params: BatchParams,
        querystring: PageQuery,
        response: { 200: pageOf(ShownRowFault), ...refusalsOf(400, 401, 403, 404, 500) },
      },
    },
    async ({ params, query }) => {
      const { items, total } = await listBatchFaults(context, params, query)
      return page(items, total, query)
    },
  )
}

/** Exports the outcomes of a batch's calls. */
export function exportCallBatch(app: App, context: AddContext): void {
  app.get(
    projectPath('/campaigns/:campaign_id/call-batches/:batch_id/outcomes'),
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'exportCallBatch',
        summary: 'Export the outcomes of a file of calls',
        description: 'CSV with one row for each call, in the order of the file.',
        tags,
        params: BatchParams,
        produces: ['text/csv', 'application/json'],
        response: { 200: z.string().describe('CSV.'), ...refusalsOf(401, 403, 404) },
      },
    },
    async ({ params }, reply) => {
      await findBatch(context.db, params)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="outcomes-${params.batch_id}.csv"`)
        .send(Readable.from(exportOutcomes(context, params), { objectMode: false }) as never)
    },
  )
}

/** Cancels what waits of a batch. */
export const cancelCallBatch = changeOf('cancel', cancelBatch, {
  operationId: 'cancelCallBatch',
  summary: 'Cancel what waits of a file',
  description:
    'Rows that are not calls yet become none, and a worker cancels the calls that wait. Calls under way go on and are not tried again. Canceling twice does no harm.',
})

/** Lets a batch go on that stopped. */
export const resumeCallBatch = changeOf('resume', resumeBatch, {
  operationId: 'resumeCallBatch',
  summary: 'Go on with a file that stopped',
  description:
    'Resumes a batch that stopped because its campaign took no more calls, once it takes calls again.',
})

function changeOf(
  verb: string,
  change: typeof cancelBatch,
  texts: { operationId: string; summary: string; description: string },
) {
  return (app: App, context: AddContext): void => {
    app.post(
      projectPath(`/campaigns/:campaign_id/call-batches/:batch_id/${verb}`),
      {
        config: { role: 'editor' },
        schema: {
          ...texts,
          tags,
          params: BatchParams,
          response: { 200: successOf(WholeCallBatch), ...refusalsOf(401, 403, 404, 409, 500) },
        },
      },
      async ({ params, user }) => {
        await change(context, params, user.actor)
        return success(await readBatch(context, params), 'OK')
      },
    )
  }
}
