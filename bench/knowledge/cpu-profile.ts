import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** The part that is used here of V8's CPU profile format. */
interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[]
  samples: number[]
  /** Microseconds for each sample. */
  timeDeltas: number[]
}

export interface PartOfCrawl {
  thread: 'crawl' | 'reading'
  part: string
  ms: number
}

/** A sample belongs to the part whose word is in the file name of its innermost frame. */
const partsByFile: [string, string[]][] = [
  ['Readability', ['@mozilla/readability']],
  ['HTML into a tree, linkedom', ['index/dom.ts']],
  ['text out of the tree', ['index/main-blocks.ts', 'index/blocks.ts', 'index/read-document.ts']],
  [
    'passages, language, hashes',
    ['index/document-of.ts', 'index/chunks.ts', 'index/guess-', 'index/fingerprint.ts'],
  ],
  ['links and directives', ['read-markup.ts']],
  ['fetch', ['providers/web/', 'node:_http', 'node:http']],
  ['statements and their rows', ['/node_modules/pg', 'src/db/', 'queries.ts']],
  ['what is indexed of a page', ['index/store-page.ts', 'index/index-form.ts']],
  ['from thread to thread', ['page-reader.ts', 'reading-thread']],
  ['rules of the crawl', ['src/sources/']],
  ['start of the program', ['node:internal/modules']],
]
const partsByName = new Map([
  ['(garbage collector)', 'garbage collection'],
  ['(program)', 'compiler and system calls'],
])
const rest = 'the rest'
/** The smallest share that is shown; smaller parts are added up as the rest. */
const leastShare = 0.01

/** Adds up the profiles of a worker, largest parts first. */
export function partsOfCrawl(folder: string): PartOfCrawl[] {
  const parts = readParts(folder)
  const whole = parts.reduce((sum, { ms }) => sum + ms, 0)
  const named = parts.map((one) => (one.ms < whole * leastShare ? { ...one, part: rest } : one))
  return sumsOf(named).toSorted((one, other) => other.ms - one.ms)
}

function readParts(folder: string): PartOfCrawl[] {
  const parts: PartOfCrawl[] = []
  for (const name of readdirSync(folder)) {
    const profile = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as CpuProfile
    const thread = profile.nodes.some(({ callFrame }) => callFrame.url.endsWith('/reading-thread.ts'))
      ? 'reading'
      : 'crawl'
    for (const { part, ms } of partsOf(profile)) parts.push({ thread, part, ms })
  }
  return sumsOf(parts)
}

function sumsOf(parts: readonly PartOfCrawl[]): PartOfCrawl[] {
  const sums = new Map<string, PartOfCrawl>()
  for (const { thread, part, ms } of parts) {
    const key = `${thread} ${part}`
    sums.set(key, { thread, part, ms: ms + (sums.get(key)?.ms ?? 0) })
  }
  return [...sums.values()]
}

function* partsOf({ nodes, samples, timeDeltas }: CpuProfile): Generator<{ part: string; ms: number }> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const partOf = (id: number): string => {
    const named = partsByName.get(byId.get(id)!.callFrame.functionName)
    if (named !== undefined) return named
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const { url } = byId.get(at)!.callFrame
      const found = partsByFile.find(([, words]) => words.some((word) => url.includes(word)))
      if (found !== undefined) return found[0]
    }
    return rest
  }
  for (const [index, id] of samples.entries())
    if (byId.get(id)!.callFrame.functionName !== '(idle)')
      yield { part: partOf(id), ms: (timeDeltas[index] ?? 0) / 1_000 }
}
