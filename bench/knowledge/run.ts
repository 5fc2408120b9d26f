// The figures of the knowledge base: node bench/knowledge/run.ts [--only crawl,parts,search,memory]. Uses a PostgreSQL
// of its own with durable commits; this machine serves the crawled sites.
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startStage } from '../support/stage.ts'
import { benchCrawl, benchCrawlParts } from './crawl.ts'
import { benchMemory } from './memory.ts'
import { benchSearch } from './search.ts'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: 'crawl,parts,search,memory' },
    /** Pages of the crawled site. */
    pages: { type: 'string', default: '2000' },
    /** Response times of the site in milliseconds, measured one after another. */
    thinks: { type: 'string', default: '0' },
    /** Passages of the searched project. */
    chunks: { type: 'string', default: '100000' },
    /** Pages of the sites in the memory figure, with small and with large pages. */
    'small-pages': { type: 'string', default: '1000' },
    'large-pages': { type: 'string', default: '60' },
    rounds: { type: 'string', default: '3' },
    /** Prints the plan of the slowest question. */
    explain: { type: 'boolean', default: false },
  },
})
const pages = Number(options.pages)
const rounds = Number(options.rounds)
const only = new Set(options.only.split(','))

await using stage = await startStage()
const load = () => loadavg()[0]!.toFixed(1)
console.log(`${rounds} rounds, medians; load at the start ${load()}\n`)
if (only.has('crawl'))
  for (const thinks of options.thinks.split(','))
    await benchCrawl(stage, { pages, rounds, thinksMs: Number(thinks) })
if (only.has('parts')) await benchCrawlParts(stage, { pages: Math.min(pages, 1_000) })
if (only.has('search'))
  await benchSearch(stage, { chunks: Number(options.chunks), rounds, isExplained: options.explain })
if (only.has('memory'))
  await benchMemory(stage, {
    smallPages: Number(options['small-pages']),
    largePages: Number(options['large-pages']),
  })
console.log(`load at the end ${load()}`)
