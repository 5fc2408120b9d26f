import { json } from 'node:stream/consumers'
import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { refusals } from '../../base/refusals.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { Reader } from '../../db/queryable.ts'
import { selectAccountPlace, selectCellUrl } from '../directory/copy-queries.ts'
import { hopHeader, signHop } from './hop-signature.ts'
import { endWithin, requestCell } from './pass-on.ts'

export interface AskContext {
  /** The name of this cell. */
  cell: string
  db: Reader
  clock: Clock
  log: Log
  secretBox: Pick<SecretBox, 'digest'>
}

/** Somebody whose session is in another cell, as that cell has them. */
export interface SignedInElsewhere {
  email: string
  /** Until when the password that was given counts. ISO 8601. */
  confirmed_until: string
}

/** What a cell asks of others for people who have organizations in several. */
export interface CellPeers {
  /** The name of this cell. */
  name: string
  /** Returns whose session of another cell a cookie is; null if there is none, or the person does not sign in there. */
  whoIs: (cell: string, cookie: string) => Promise<SignedInElsewhere | null>
  /**
   * Returns what other cells list of their organizations for somebody with a session here: all, up to a thousand of a
   * cell, or the one with an id. Cells that are away are left out.
   */
  organizationsOf: (email: string, cookie: string, organizationId: string | null) => Promise<unknown[]>
}

/** How long another cell may take to say who somebody is. */
const answerMs = 5_000
/** Organizations of another cell are listed up to so many pages of so many. */
const listed = { pages: 10, perPage: 100 }

/** Creates what asks other cells, with the person's own cookie as the proof (Promise 177). */
export function createCellPeers(context: AskContext): CellPeers {
  const { cell: own, db, log } = context
  const ask = async (cell: string, path: string, cookie: string): Promise<unknown> => {
    const url = await selectCellUrl(db, cell)
    return url === null ? null : askCell(context, url, path, cookie)
  }
  return {
    name: own,
    whoIs: async (cell, cookie) => {
      let answer: { data: SignedInElsewhere } | null
      try {
        answer = (await ask(cell, '/api/me', cookie)) as typeof answer
      } catch (error) {
        log.warn({ err: error }, 'a cell could not be reached')
        throw refusals.cellUnavailable()
      }
      if (answer === null) return null
      // Who has an account elsewhere may have chosen its address: only the cell where the person signs in proves it.
      const place = await selectAccountPlace(db, answer.data.email)
      return place?.cell === cell ? answer.data : null
    },
    organizationsOf: async (email, cookie, organizationId) => {
      const place = await selectAccountPlace(db, email)
      // Another cell would not believe this one.
      if (place?.cell !== own) return []
      const others = place.cells.filter((cell) => cell !== own)
      const lists = await Promise.all(
        others.map(async (cell) => {
          try {
            return await listOf((query) => ask(cell, `/api/organizations?${query}`, cookie), organizationId)
          } catch (error) {
            log.warn({ err: error, cell }, 'a cell could not be reached; its organizations are not listed')
            return []
          }
        }),
      )
      return lists.flat()
    },
  }
}

async function listOf(
  ask: (query: string) => Promise<unknown>,
  organizationId: string | null,
): Promise<unknown[]> {
  const all: unknown[] = []
  const one = organizationId === null ? '' : `&organization_id=${organizationId}`
  for (let page = 0; page < listed.pages; page++) {
    const query = `limit=${listed.perPage}&skip=${all.length}${one}`
    // oxlint-disable-next-line no-await-in-loop -- the length of a page says whether there is another one
    const answer = (await ask(query)) as { data: { items: unknown[] } } | null
    const items = answer?.data.items ?? []
    all.push(...items)
    if (items.length < listed.perPage) break
  }
  return all
}

/**
 * Returns whether an organization works in another cell, as that one says itself.
 *
 * @throws if the cell can't be reached, or is of a version that does not say so.
 */
export async function askWorksThere(
  context: Pick<AskContext, 'clock' | 'secretBox'>,
  cellUrl: string,
  organizationId: string,
): Promise<boolean> {
  const answer = await askCell(context, cellUrl, `/cells/organizations/${organizationId}`, null)
  if (answer === null) throw new Error('the cell does not say whether it has an organization')
  return (answer as { data: { works_here: boolean } }).data.works_here
}

/** Reads from another cell. Returns null if it refuses. @throws if it can't be reached or fails. */
async function askCell(
  { clock, secretBox }: Pick<AskContext, 'clock' | 'secretBox'>,
  cellUrl: string,
  path: string,
  cookie: string | null,
): Promise<unknown> {
  const hop = { method: 'GET', url: path, hops: 1, organizationIds: [] }
  const headers = { ...(cookie !== null && { cookie }), [hopHeader]: signHop(secretBox, hop, clock.now()) }
  const answered = Promise.withResolvers<unknown>()
  const outgoing = requestCell(cellUrl, { method: 'GET', url: path }, headers, 'questions')
  endWithin(outgoing, answerMs, answered.reject)
  outgoing.once('error', answered.reject)
  outgoing.once('response', (response) => {
    const { statusCode = 0 } = response
    if (statusCode === 200) return void json(response).then(answered.resolve, answered.reject)
    response.resume()
    if (statusCode >= 500) answered.reject(new Error(`the cell answered ${statusCode}`))
    else answered.resolve(null)
  })
  outgoing.end()
  return answered.promise
}
