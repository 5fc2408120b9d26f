// The thread that judges URLs by the settings of their crawl: started by `createUrlJudge`.
import { parentPort } from 'node:worker_threads'
import type { CrawlSettings } from '../crawl.ts'
import type { Scope, ScopeDecision } from './scope.ts'
import { scopeOfSettings } from './scope.ts'

/** A URL that so many links lead to from the start. */
export interface UrlAtDepth {
  url: string
  depth: number
}

export interface JudgeQuestion {
  settings: CrawlSettings
  urls: readonly UrlAtDepth[]
  /** For all URLs together. Compiling the patterns does not count. */
  msMax: number
}

/** The decisions in the order of the URLs, fewer where the time was over; or why the settings can't be used. */
export type JudgeAnswer = { decisions: ScopeDecision[] } | { fault: string }

/** Crawls whose compiled patterns are kept. A process works on fewer at once. */
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
