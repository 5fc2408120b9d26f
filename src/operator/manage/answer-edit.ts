import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Fault } from '../../base/faults.ts'
import { formatFault } from '../../base/faults.ts'
import { refusals } from '../../base/refusals.ts'
import type { Refusal } from '../../base/refusals/refusal.ts'
import { failure, success } from '../../http/envelope.ts'
import type { ApplyContext } from '../apply/apply-declaration.ts'
import type { ConfiguredRow } from '../configured/queries.ts'
import { showRecords } from './show-record.ts'
import type { ShowContext } from './show-record.ts'

/** Faults named in the message; all are listed by their places. */
const namedMax = 5

/** Returns the refusal of an input that the declaration's checks find at fault. */
export function faultyEdit(faults: readonly Fault[]): Refusal {
  return refusals.invalidRequest(faults.slice(0, namedMax).map(formatFault).join('; '), faults)
}

/** An edit of no revision, which no record has. */
const noRevision = -1

/** Returns the revision that an edit is based on. Whatever is no `ETag` of ours fits no record. */
export function readRevision(ifMatch: string | undefined): number {
  if (ifMatch === undefined) throw refusals.revisionRequired()
  const [, revision] = /^"(\d{1,9})"$/.exec(ifMatch.trim()) ?? []
  return revision === undefined ? noRevision : Number(revision)
}

/**
 * Sends a record with its `ETag`.
 *
 * @param secret a secret that was made for it and is shown only now; null: none was made.
 */
export async function sendRecord(
  context: ApplyContext & ShowContext,
  reply: FastifyReply,
  row: ConfiguredRow,
  { status = 200, secret = null }: { status?: 200 | 201; secret?: string | null } = {},
) {
  const [record] = await showRecords(context, [row])
  void reply.code(status).header('etag', `"${row.revision}"`)
  return success(secret === null ? record : { ...record, secret }, status === 201 ? 'Made' : 'OK', status)
}

/** Refuses an edit of an old revision, with the record as it is now. */
export async function sendStale(
  context: ApplyContext & ShowContext,
  request: FastifyRequest,
  reply: FastifyReply,
  row: ConfiguredRow,
) {
  const [data] = await showRecords(context, [row])
  const { code, message, status } = refusals.changedMeanwhile()
  void reply.code(status).header('etag', `"${row.revision}"`)
  return { ...failure(status, message), data, code, faults: [], request_id: request.id }
}
