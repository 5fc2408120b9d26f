// The import law (docs/architecture.md, "Who may import whom"): node scripts/check-imports.ts
// Imports point downwards; between domains only along the edges below; doors are imported by `app` alone.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Which domains each domain may import. A new edge needs a sentence in its commit message. */
const domainEdges: Record<string, readonly string[]> = {
  projects: [],
  counts: [],
  profiles: ['counts'],
  keys: ['projects'],
  campaigns: ['projects'],
  sources: ['projects'],
  conversations: ['counts', 'profiles'],
  workflows: ['sources'],
  idempotency: [],
  calls: ['campaigns', 'conversations', 'idempotency', 'profiles', 'projects', 'workflows'],
  whatsapp: ['conversations', 'idempotency', 'profiles', 'projects'],
  analytics: ['conversations', 'profiles', 'projects'],
}

/** From the top down; a folder may import those of lower layers. `domain` stands for each of the above. */
const layers: readonly (readonly string[])[] = [
  ['cli'],
  ['app', 'operator', 'sandbox'],
  ['domain'],
  ['http', 'jobs'],
  ['db', 'filters', 'providers'],
  ['base'],
]
const doors = /^(api|admin|webhooks|jobs)\//

const faults: string[] = []
for (const file of globSync('src/**/*.ts').sort()) {
  if (file.endsWith('.test.ts')) continue
  for (const target of importsOf(file)) {
    const fault = faultOf(file, target)
    if (fault !== null) faults.push(`${file} imports ${target}: ${fault}`)
  }
}
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
  return found.map((match) => path.normalize(path.join(path.dirname(file), match[1]!)))
}

function faultOf(file: string, target: string): string | null {
  const [, from = '', ...fromRest] = file.split(path.sep)
  const [top, to = '', ...toRest] = target.split(path.sep)
  if (top !== 'src') return 'code outside src'
  if (from === to) return null
  const toDoor = to in domainEdges && doors.test(toRest.join('/'))
  if (toDoor && from !== 'app') return 'only app imports the doors of a domain'
  if (from in domainEdges && to in domainEdges)
    return domainEdges[from]?.includes(to) ? null : `${from} may not import ${to}`
  if (from === 'sandbox') return to === 'base' ? null : 'the sandbox imports base only'
  const fromDoor = from in domainEdges && doors.test(fromRest.join('/'))
  if (from in domainEdges && to === 'http' && !fromDoor && fromRest.join('/') !== 'authenticate.ts')
    return 'rules and queries know no http'
  if (from === 'filters' && target === path.join('src', 'db', 'sql.ts')) return null
  return layerOf(from) < layerOf(to) ? null : `${from} lies not above ${to}`
}

function layerOf(folder: string): number {
  const name = folder in domainEdges ? 'domain' : folder
  const layer = layers.findIndex((names) => names.includes(name))
  if (layer === -1) throw new Error(`the import law does not know the folder src/${folder}`)
  return layer
}
