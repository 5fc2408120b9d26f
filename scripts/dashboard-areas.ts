import path from 'node:path'

/** A page or the shell in the table of routes, with the areas of texts that are loaded beside its code. */
interface RouteEntry {
  /** Its path below `dashboard/src`. */
  file: string
  areas: readonly string[]
  /** The shell has its areas loaded for the pages that lie in it. */
  isInShell: boolean
}

const entryPattern = /\bpage\(\s*\[([^\]]*)\],\s*async \(\) =>\s*\(await import\('\.\/([^']+)'\)\)/g
const lazyPattern = /\blazy:/g
const importPattern = /^import (?!type\b)(?:[^'\n]|\n(?!import))*?'(\.[^']+)'/gm
const usePattern = /\buseMessages\(([^)]*)\)/g
/** A part that is loaded when it is asked for: its file, and the areas that come with it. */
const partPattern = /import\('(\.[^']+\.tsx)'\)(?:(?!import\()[^}])*/g
const partAreasPattern = /loadAreas\(\[([^\]]*)\]\)/
const shell = 'components/shell.tsx'

/**
 * Returns where a route does not load just the areas of texts that its page uses, itself or by what it imports at once:
 * without one, the page waits for it a second time; one too many is loaded for nothing. `routes` is the text of
 * `routes.tsx`, `read` gives that of another file by its path below `dashboard/src`.
 */
export function areaFaults(routes: string, read: (file: string) => string): string[] {
  const entries = routeEntries(routes)
  const faults: string[] = []
  if (entries.length !== [...routes.matchAll(lazyPattern)].length)
    faults.push("a route whose `lazy` is not page(['area', …], async () => (await import('./…')).Name)")
  const ofShell = entries.find(({ file }) => file === shell)?.areas ?? []
  for (const { file, areas, isInShell } of entries) {
    const seen = new Set<string>()
    const used = areasUsed(file, read, seen)
    const given = new Set([...areas, ...(isInShell ? ofShell : [])])
    faults.push(...partFaults(seen, given, read))
    for (const area of used)
      if (!given.has(area)) faults.push(`${file} uses '${area}', which its route lacks`)
    for (const area of areas)
      if (!used.has(area) && area !== 'refusals')
        faults.push(`${file} does not use '${area}', which its route loads`)
      else if (isInShell && ofShell.includes(area))
        faults.push(`${file}: the shell has loaded '${area}' already`)
  }
  return faults
}

/**
 * Returns where a part that is loaded later comes without texts that it uses: it would be hidden again until they are
 * there, also a dialog with what is typed into it.
 */
function partFaults(
  files: ReadonlySet<string>,
  given: ReadonlySet<string>,
  read: (file: string) => string,
): string[] {
  return [...files].flatMap((file) =>
    [...read(file).matchAll(partPattern)].flatMap(([whole, target = '']) => {
      const part = path.posix.join(path.posix.dirname(file), target)
      // Another page has its own entry in the table.
      if (part.startsWith('pages/') && !part.slice('pages/'.length).includes('/')) return []
      const own = namesIn(partAreasPattern.exec(whole)?.[1] ?? '')
      return [...areasUsed(part, read)]
        .filter((area) => !given.has(area) && !own.includes(area))
        .map((area) => `${file} loads ${part} without '${area}', which it uses`)
    }),
  )
}

/** Returns the routes that load a file. */
export function routeEntries(routes: string): RouteEntry[] {
  const outside = /'(?:sign-in|welcome|invited|parts)\.tsx'/
  return [...routes.matchAll(entryPattern)].map(([, areas = '', file = '']) => ({
    file,
    areas: namesIn(areas),
    isInShell: file !== shell && !outside.test(`'${path.posix.basename(file)}'`),
  }))
}

/** Returns the areas that a file and all that it imports at once use. */
function areasUsed(file: string, read: (file: string) => string, seen = new Set<string>()): Set<string> {
  const used = new Set<string>()
  if (seen.has(file) || file.startsWith('messages/') || !/\.tsx?$/.test(file)) return used
  seen.add(file)
  const text = read(file)
  for (const [, areas = ''] of text.matchAll(usePattern)) for (const area of namesIn(areas)) used.add(area)
  for (const [, target = ''] of text.matchAll(importPattern))
    for (const area of areasUsed(path.posix.join(path.posix.dirname(file), target), read, seen))
      used.add(area)
  return used
}

function namesIn(list: string): string[] {
  return [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)
}
