import path from 'node:path'

/** Which domains each domain may import. A new edge needs a sentence in its commit message. */
const domainEdges: Record<string, readonly string[]> = {
  audit: [],
  hints: [],
  events: [],
  projects: [],
  counters: [],
  idempotency: [],
  cells: ['events'],
  keys: ['audit', 'hints', 'projects'],
  campaigns: ['events', 'guards', 'projects'],
  sources: ['audit', 'events', 'hints', 'keys', 'projects'],
  guards: ['audit', 'events', 'hints', 'keys', 'projects'],
  people: ['audit', 'counters', 'events', 'hints', 'keys'],
  conversations: ['audit', 'counters', 'events', 'hints', 'people'],
  workflows: ['sources'],
  agents: [
    'audit',
    'conversations',
    'counters',
    'guards',
    'events',
    'hints',
    'idempotency',
    'people',
    'projects',
    'sources',
  ],
  calls: [
    'agents',
    'audit',
    'campaigns',
    'conversations',
    'guards',
    'events',
    'hints',
    'idempotency',
    'people',
    'projects',
    'workflows',
  ],
  whatsapp: [
    'agents',
    'audit',
    'cells',
    'conversations',
    'events',
    'guards',
    'hints',
    'idempotency',
    'people',
    'projects',
  ],
  users: ['audit', 'cells', 'hints'],
  webhooks: ['audit', 'events', 'hints', 'keys'],
  analytics: ['conversations', 'counters', 'people', 'projects'],
}

/** From the top down; a folder may import those of lower layers. `domain` stands for each of the above. */
const layers: readonly (readonly string[])[] = [
  ['cli'],
  ['app', 'sandbox'],
  ['operator'],
  ['domain'],
  ['http', 'jobs'],
  ['db', 'filters', 'providers'],
  ['base'],
]

/** The only files that may import a path that is computed at run time, and why they do. */
export const computedImports: Record<string, string> = {
  'src/db/embedded-postgres.ts': 'the package of the programs for this machine',
  'src/providers/web/engines/find-chromium.ts': 'a script for a process of its own, as text',
}

/** The folders of a domain that are called from outside: HTTP endpoints (`api`, `manage`), webhooks and jobs. */
const entryFolders = /^(api|manage|webhooks|jobs)\//

export interface ImportsOfFile {
  /** Relative imports, type imports included, as paths from the repository's root. */
  targets: string[]
  /** `import()` of something that is not a plain string, which no reader and no check can follow. */
  computed: string[]
}

/** Reads the imports of a file from its text. `file` is its path from the repository's root. */
export function readImports(file: string, text: string): ImportsOfFile {
  const literal = /(?:\bfrom|\bimport)\s*\(?\s*(?:'(\.[^']+)'|"(\.[^"]+)"|`(\.[^`$]+)`)/g
  const targets = [...text.matchAll(literal)].map(([, single, double, template]) =>
    path.normalize(path.join(path.dirname(file), (single ?? double ?? template)!)),
  )
  const computed = [...text.matchAll(/\bimport\(\s*(?!['"`])[^)\s][^)]*\)|\bimport\(\s*`[^`]*\$\{[^`]*`/g)]
  return { targets, computed: computed.map(([found]) => found) }
}

/** Returns why `file` may not import `target`, null where it may. Both are paths from the repository's root. */
export function faultOf(file: string, target: string): string | null {
  const [, from = '', ...fromRest] = file.split(path.sep)
  const [top, to = '', ...toRest] = target.split(path.sep)
  if (top !== 'src') return 'code outside src'
  const fromEntry = from in domainEdges ? entryFolders.exec(fromRest.join('/'))?.[1] : undefined
  const toEntry = to in domainEdges ? entryFolders.exec(toRest.join('/'))?.[1] : undefined
  if (from === 'sandbox' && to === 'sandbox' && fromRest[0] === 'network' && toRest[0] !== 'network')
    return "the sandbox's network imports neither its phones nor its WhatsApp"
  if (from === to)
    return toEntry === undefined || fromEntry === toEntry || (fromEntry === 'manage' && toEntry === 'api')
      ? null
      : 'endpoints, webhooks and jobs are imported by app alone, and by their neighbors in one folder'
  if (toEntry !== undefined && from !== 'app')
    return 'only app imports endpoints, webhooks and jobs of a domain'
  if (from in domainEdges && to in domainEdges)
    return domainEdges[from]?.includes(to) ? null : `${from} may not import ${to}`
  if (from === 'sandbox') return to === 'base' ? null : 'the sandbox imports base only'
  if (
    from in domainEdges &&
    to === 'http' &&
    fromEntry === undefined &&
    fromRest.join('/') !== 'authenticate.ts'
  )
    return 'rules and queries know no http'
  if (from === 'filters' && target === path.join('src', 'db', 'sql.ts')) return null
  return layerOf(from) < layerOf(to) ? null : `${from} is not above ${to}`
}

function layerOf(folder: string): number {
  const name = folder in domainEdges ? 'domain' : folder
  const layer = layers.findIndex((names) => names.includes(name))
  if (layer === -1) throw new Error(`the import law does not know the folder src/${folder}`)
  return layer
}

/**
 * Returns the groups of files that import each other in a circle, each sorted by path. Tarjan's algorithm: a group is a
 * strongly connected component of more than one file.
 */
export function findCycles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (file: string): void => {
    order.set(file, order.size)
    lowest.set(file, order.get(file)!)
    stack.push(file)
    for (const target of imports.get(file) ?? []) {
      if (!imports.has(target)) continue
      if (!order.has(target)) visit(target)
      if (stack.includes(target)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(target)!))
    }
    if (lowest.get(file) !== order.get(file)) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1) cycles.push(group.sort())
  }
  for (const file of imports.keys()) if (!order.has(file)) visit(file)
  return cycles
}

/** Returns the law as the tree that `docs/architecture.md` shows. */
export function drawLaw(): string {
  const rows = layers.map((names, depth) => {
    const shown = names[0] === 'domain' ? Object.keys(domainEdges).sort() : names
    return `${depth === 0 ? '' : `${' '.repeat(depth * 3 - 2)}└─ `}${shown.join(' · ')}`
  })
  const edges = Object.entries(domainEdges)
    .filter(([, targets]) => targets.length > 0)
    .map(([from, targets]) => `${from.padEnd(14)} → ${targets.join(', ')}`)
  return [...rows, '', ...edges].join('\n')
}
