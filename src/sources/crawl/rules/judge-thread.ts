// The worker thread that judges URLs by the settings of their crawl. `createUrlJudge` starts it.
import { parentPort } from 'node:worker_threads'
import type { CrawlSettings } from '../crawl.ts'
import type { Scope, ScopeDecision } from './scope.ts'
import { scopeOfSettings } from './scope.ts'

/** A URL with its depth: the number of links from the start. */
export interface UrlAtDepth {
  url: string
  depth: number
}

export interface JudgeQuestion {
  settings: CrawlSettings
  urls: readonly UrlAtDepth[]
  /** The time for all URLs together, without compiling the patterns. */
  msMax: number
}

/** The decisions in the order of the URLs, fewer if the time was over; or why the settings can't be used. */
export type JudgeAnswer = { decisions: ScopeDecision[] } | { fault: string }

/** The number of crawls whose compiled patterns are kept. A process runs fewer crawls at once. */
const scopesMax = 4
const scopes = new Map<string, Scope>()

function scopeFor(settings: CrawlSettings): Scope {
  const key = JSON.stringify(settings)
  const scope = scopes.get(key) ?? scopeOfSettings(settings)
  scopes.delete(key)
  scopes.set(key, scope)
  const [oldest] = scopes.keys()
  if (scopes.size > scopesMax && oldest !== undefined) scopes.delete(oldest)
  return scope
}

function judge({ settings, urls, msMax }: JudgeQuestion): JudgeAnswer {
  try {
    const scope = scopeFor(settings)
    const endsAt = performance.now() + msMax
    const decisions: ScopeDecision[] = []
    for (const { url, depth } of urls) {
      if (performance.now() >= endsAt) break
      decisions.push(scope.decide(url, depth))
    }
    return { decisions }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

const port = parentPort
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
port?.on('message', (question: JudgeQuestion) => port.postMessage(judge(question)))
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- as above
port?.postMessage('ready')
