import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { refusals } from '../../base/refusals.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import type { SenderElsewhere } from '../directory/copy-queries.ts'
import { hopHeader, hopsMax, signHop } from './hop-signature.ts'
import { postToCell } from './pass-on.ts'

/** The organizations that one request to a cell names in its header. */
const organizationsMax = 1_000

/** A webhook as it came, with its signature, and how often it was passed on. */
export interface SignedWebhook {
  url: string
  body: Buffer
  headers: Readonly<Record<string, string>>
  hops: number
}

/**
 * Passes a webhook on to the cells of these senders. Each gets the bytes as they came, so that it can verify the
 * signature by itself, and the organizations whose part it is to store. Resolves once every cell has stored its part.
 *
 * @throws {Refusal} 503 if a cell has not stored its part, or an organization moves: the webhook is sent again then,
 *   and each event is stored once.
 */
export async function passParts(
  { clock, log, secretBox }: { clock: Clock; log: Log; secretBox: SecretBox },
  { url, body, headers, hops }: SignedWebhook,
  senders: readonly SenderElsewhere[],
): Promise<void> {
  if (senders.length === 0) return
  if (hops >= hopsMax) throw refusals.cellUnavailable()
  const byCell = Map.groupBy(senders, (sender) => sender.url)
  const parts = [...byCell].flatMap(([cellUrl, of]) => {
    const ids = [...new Set(of.map(({ organization_id }) => organization_id))]
    return cellUrl === null
      ? []
      : chunksOf(ids, organizationsMax).map((organizationIds) => ({ cellUrl, organizationIds }))
  })
  const stored = await Promise.all(
    parts.map(async ({ cellUrl, organizationIds }) => {
      const hop = { method: 'POST', url, hops: hops + 1, organizationIds }
      const signed = { ...headers, [hopHeader]: signHop(secretBox, hop, clock.now()) }
      try {
        const status = await postToCell(cellUrl, url, signed, body)
        if (status !== 200) log.warn({ status }, 'a cell has not taken its part of a webhook')
        return status === 200
      } catch (error) {
        log.warn({ err: error }, 'a cell could not be reached')
        return false
      }
    }),
  )
  if (byCell.has(null)) throw refusals.organizationMoving()
  if (stored.includes(false)) throw refusals.cellUnavailable()
}

function chunksOf<Item>(items: readonly Item[], most: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / most) }, (_, index) =>
    items.slice(index * most, (index + 1) * most),
  )
}
