import { createRunInOrder } from '../../../base/run-in-order.ts'
import type { WebFetch } from '../guard/web-fetch.ts'
import type { RobotsFiles } from '../robots-file.ts'

/** The response to a script or data request of a page. */
export interface Resource {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** The scripts and data of the pages of one crawl. */
export interface PageResources {
  /** Returns null if the request is not allowed or failed. */
  fetch: (url: string, signal: AbortSignal) => Promise<{ resource: Resource; bytes: number } | null>
}

const bounds = { bytes: 5 * 1_048_576, timeoutMs: 10_000, redirects: 5 }
/** The limit of the cache. Resources are kept because the pages of a site share their scripts. */
const keptBytesMax = 32 * 1_048_576

/**
 * Fetches scripts and data for pages that are being rendered. The same limits apply as for pages: the guard,
 * robots.txt, and one request at a time to a host. Resources that the next page may share are kept.
 */
export function createPageResources({
  webFetch,
  robotsOf,
}: {
  webFetch: WebFetch
  robotsOf: RobotsFiles
}): PageResources {
  const kept = new Map<string, Resource>()
  let keptBytes = 0
  /** One request to a host at a time. */
  const runInOrder = createRunInOrder()

  function keep(url: string, resource: Resource): void {
    if (resource.status !== 200 || /no-store|private/i.test(resource.headers['cache-control'] ?? '')) return
    // Another page may have fetched it meanwhile.
    keptBytes -= kept.get(url)?.body.length ?? 0
    kept.set(url, resource)
    keptBytes += resource.body.length
    for (const [oldest, { body }] of kept) {
      if (keptBytes <= keptBytesMax) return
      kept.delete(oldest)
      keptBytes -= body.length
    }
  }

  async function fetchOnce(url: string, signal: AbortSignal) {
    const { origin, host, pathname, search } = new URL(url)
    const { robots } = await robotsOf(origin, signal)
    if (!robots.allows(pathname + search)) return null
    return runInOrder(host, async () => {
      if (signal.aborted) return null
      const answer = await webFetch({
        url,
        bytesMax: bounds.bytes,
        timeoutMs: bounds.timeoutMs,
        redirectsMax: 0,
        signal,
      })
      return answer.kind === 'answered' && !answer.isCut ? answer : null
    })
  }

  return {
    fetch: async (url, signal) => {
      const known = kept.get(url)
      if (known !== undefined) return { resource: known, bytes: 0 }
      let bytes = 0
      let next = url
      for (let hop = 0; hop <= bounds.redirects; hop++) {
        const answer = await fetchOnce(next, signal)
        if (answer === null) return null
        bytes += answer.bytes
        const { status, headers, body } = answer
        const target = status >= 300 && status < 400 ? headers['location'] : undefined
        if (target === undefined) {
          const resource = { status, headers, body }
          keep(url, resource)
          return { resource, bytes }
        }
        if (!URL.canParse(target, next)) return null
        next = new URL(target, next).href
      }
      return null
    },
  }
}
