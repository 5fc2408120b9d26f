import type { Readable } from 'node:stream'
import { z } from 'zod'
import { refusals } from '../../base/refusals.ts'
import { SharedPlaces } from '../../base/shared-places.ts'
import { isStorable, unstorable } from '../../base/storable-text.ts'
import type { App } from '../../http/app.ts'
import { refusalsOf, success, successOf } from '../../http/envelope.ts'
import { expecting, flag } from '../../http/list-query.ts'
import { CampaignParams, projectPath } from '../../http/paths.ts'
import { bodyTooLarge, receiveBody } from '../../http/receive-body.ts'
import { IdempotencyHeaders, replayedHeader } from '../../idempotency/idempotency-key.ts'
import { addBatch } from '../batches/add-batch.ts'
import type { AddContext } from '../batches/add-batch.ts'
import { includableKinds } from '../batches/batch.ts'
import { checkCallFile } from '../batches/check-call-file.ts'
import { fileBytesMax, rowsMax } from '../batches/read-rows.ts'
import { readBatch } from '../batches/show-batch.ts'
import { CallFileCheck, WholeCallBatch } from './shown-batch.ts'

const fileTypes = ['text/csv', 'application/x-ndjson', 'application/ndjson', 'application/octet-stream']
/** Files that one process holds and checks at the same time; each takes up to `fileBytesMax` of memory. */
const filesHeld = { placesMax: 3, perOrganizationMax: 2 }
const checkFaultsMax = 200
const nameCharactersMax = 200

const includeExpected = `must be a list of ${includableKinds.join(', ')}, separated by commas`

const Query = z.object({
  dry_run: flag('Checks the file and says what would happen; nothing is stored or called.'),
  name: z
    .string(expecting('must be text'))
    .max(nameCharactersMax, `must have at most ${nameCharactersMax} characters`)
    .refine(isStorable, unstorable)
    .optional()
    .describe('The name of the file, to know it again.'),
  include: z
    .string(expecting(includeExpected))
    .transform((text) => (text === '' ? [] : text.split(',')))
    .pipe(z.array(z.enum(includableKinds, includeExpected)))
    .default([])
    .meta({
      description: `Rows to queue although something is found about them: any of \`${includableKinds.join('`, `')}\`, separated by commas.`,
      jsonSchema: { type: 'string' },
    }),
  again: flag(
    'The same bytes make another batch. Without it they are the batch that they made before. Needs an Idempotency-Key.',
  ),
})

/** Checks a file of calls, or takes it to be queued. */
export function addCallBatch(app: App, context: AddContext): void {
  const places = new SharedPlaces(filesHeld)
  // In a scope of its own, because no other endpoint takes these bodies.
  void app.register(async (inner) => {
    const scope = inner as unknown as App
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(fileTypes, (_request, payload, done) => done(null, payload))
    scope.post(
      projectPath('/campaigns/:campaign_id/call-batches'),
      {
        config: { role: 'editor', contentType: fileTypes.join(' or ') },
        bodyLimit: fileBytesMax,
        schema: {
          operationId: 'addCallBatch',
          summary: 'Call the people of a file',
          description:
            `CSV with a first line that names the columns, or NDJSON with one body of \`createCall\` a line; at most ${rowsMax} rows and ${fileBytesMax} bytes. ` +
            'The file is checked whole. Rows that may be called are queued by a worker as ordinary calls with one `batch_id`; the others are left out and listed. ' +
            'The same key, or the same bytes, give the same batch again.',
          tags: ['Calls'],
          params: CampaignParams,
          querystring: Query,
          headers: IdempotencyHeaders,
          consumes: fileTypes,
          body: z.unknown().meta({
            id: 'CallFile',
            description: 'The bytes of the file.',
            jsonSchema: { type: 'string', format: 'binary' },
          }),
          response: {
            200: z.union([
              successOf(CallFileCheck).describe('What would happen, for a dry run.'),
              successOf(WholeCallBatch).describe('The batch.'),
            ]),
            ...refusalsOf(400, 401, 403, 404, 409, 413, 415, 429, 500),
          },
        },
      },
      async ({ params, query, headers, body, user }, reply) => {
        const idempotencyKey = headers['idempotency-key'] ?? null
        if (query.again && idempotencyKey === null && !query.dry_run)
          throw refusals.faultyRequest({ path: 'again', message: 'needs an Idempotency-Key header' })
        // What can be known before the body is read.
        if (Number(headers['content-length'] ?? 0) > fileBytesMax) throw bodyTooLarge(fileBytesMax)
        const free = places.take(params.organization_id)
        if (free === null) throw refusals.tooManyCallFiles()
        try {
          const bytes = await receiveBody(body as Readable, { bytesMax: fileBytesMax }).bytes
          const file = { ...params, bytes, name: query.name ?? null, include: query.include }
          if (query.dry_run) {
            const { faults, ...check } = await checkCallFile(context, file)
            const shown = { ...check, faults: faults.slice(0, checkFaultsMax) }
            return success(shown, 'Nothing was stored')
          }
          const given = { ...file, isAgain: query.again, idempotencyKey }
          const { batch, isReplayed } = await addBatch(context, given, user.actor)
          if (isReplayed) reply.headers(replayedHeader)
          const whole = await readBatch(context, { ...params, batch_id: batch._id })
          return success(whole, isReplayed ? 'The same file was given before' : 'Accepted')
        } finally {
          free()
        }
      },
    )
  })
}
