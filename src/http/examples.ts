import { refusals } from '../base/refusals.ts'
import type { Refusal } from '../base/refusals/refusal.ts'
import { limitedMs, limitedWaitMs } from '../db/database.ts'

/** The examples of one operation, with fictional data. */
export interface OperationExamples {
  /** The body of the request, where the operation takes one. */
  request?: object
  /** By HTTP status: the payload and message of each success. */
  successes: Record<number, { data: unknown; message: string }>
  /** The answer of an operation that streams events instead. */
  stream?: { summary: string; text: string }
  /** Refusals of this operation, besides those that every operation may answer with. */
  refusals?: readonly Refusal[]
}

/** Fictional ids; one thing has the same id in all examples. */
export const ids = {
  organization: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d01',
  project: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d02',
  campaign: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d03',
  workflow: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d04',
  call: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d05',
  attempt: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d06',
  conversation: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d07',
  profile: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d08',
  source: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d09',
  crawl: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d0a',
  page: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d0b',
  key: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d0c',
  broadcast: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d0d',
  message: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d0e',
}
export const phoneNumber = '+14155550123'

export const createdAt = '2026-11-21T09:00:00.000Z'
export const answeredAt = '2026-11-21T09:00:08.250Z'
export const endedAt = '2026-11-21T09:01:38.250Z'

export const tooLong = refusals.takesTooLong(limitedMs)

/** Returns the examples of a list whose one page has one item. */
export function listExamples(item: object, others: readonly Refusal[] = []): OperationExamples {
  const pagination = { total: 1, page: 1, page_size: 20, total_pages: 1, has_next: false, has_prev: false }
  return {
    successes: { 200: { message: 'OK', data: { items: [item], pagination } } },
    refusals: [
      refusals.invalidRequest('limit: must be a whole number from 1 to 100'),
      tooLong,
      refusals.tooManyLists(limitedWaitMs),
      ...others,
    ],
  }
}
