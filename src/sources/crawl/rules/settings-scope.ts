import type { CrawlSettings } from '../crawl.ts'
import { readPatterns } from './patterns.ts'
import type { UrlPattern } from './patterns.ts'
import { scopeOf } from './scope.ts'
import type { Scope } from './scope.ts'

/** The scope that the settings of a crawl describe. */
export function scopeOfSettings(settings: CrawlSettings): Scope {
  const slash = settings.domain.indexOf('/')
  return scopeOf({
    host: slash === -1 ? settings.domain : settings.domain.slice(0, slash),
    pathPrefix: slash === -1 ? '/' : settings.domain.slice(slash),
    startUrl: settings.start_url,
    maxDepth: settings.max_depth,
    includePatterns: patternsOf(settings.include_patterns),
    excludePatterns: patternsOf(settings.exclude_patterns),
  })
}

/** They were checked when they were given. */
function patternsOf(given: readonly string[]): UrlPattern[] {
  const read = readPatterns(given)
  if (read.kind === 'fault') throw new Error(`a pattern that was taken can not be read: ${read.message}`)
  return read.patterns
}
