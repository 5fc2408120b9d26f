// How much a browser loads before it shows something. Read from the built files; without a build there is nothing to
// say.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { routeEntries } from '../../scripts/dashboard-areas.ts'
import { ensureBuilt } from './support/chromium.ts'

const dist = fileURLToPath(new URL('../../dashboard/dist/', import.meta.url))
const source = (file: string) => readFileSync(new URL(`../../dashboard/src/${file}`, import.meta.url), 'utf8')
const isBuilt = existsSync(`${dist}index.html`)
// Else another file might build it while this one reads.
if (isBuilt) await ensureBuilt()
/** The KB of a file, by its path: most files are needed by many pages in each language. */
const gzippedSizes = new Map<string, number>()
function gzipped(file: string): number {
  const size = gzippedSizes.get(file) ?? gzipSync(readFileSync(dist + file)).length / 1_024
  gzippedSizes.set(file, size)
  return size
}

/** The files that a file imports at once, by its path. */
const directImports = new Map<string, string[]>()
function importsOf(file: string): string[] {
  const imports =
    directImports.get(file) ??
    [...readFileSync(dist + file, 'utf8').matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)].map(
      ([, name = '']) => `assets/${name}`,
    )
  directImports.set(file, imports)
  return imports
}

/** A file and all that it imports, by following the built imports. */
function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const imported of importsOf(file)) withImports(imported, found)
  return found
}

const sum = (files: Iterable<string>) => [...files].reduce((size, file) => size + gzipped(file), 0)

const assets = isBuilt ? readdirSync(`${dist}assets`) : []

/** Returns the file of a page or of the shell. */
function chunkOf(page: string): string {
  const found = assets.filter((name) => name.replace(/-[\w-]{8}\.js$/, '') === page)
  assert.equal(found.length, 1, `${page}: ${found.join(', ')}`)
  return `assets/${found[0]}`
}

/** Every page that the route table loads when it is looked at, and the areas of texts that come with it. */
const areasOf = new Map(
  routeEntries(source('routes.tsx')).map(({ file, areas }) => [path.basename(file, '.tsx'), areas]),
)
const pages = [...areasOf.keys()].filter((page) => page !== 'shell')

/** The languages, and the file of each area. The pseudo-language is English with other letters. */
const languages = ['en', 'es', 'de', 'ar']
const areaFiles = new Map(
  [
    ...source('messages/en.ts').matchAll(/(\w+): async \(\) => \(await import\('\.\/en\/([\w-]+)\.tsx?'/g),
  ].map(([, area, file]) => [area!, file!]),
)

/** What a page or the shell loads: its code and the texts of its areas in a language. */
function filesOf(page: string, language: string): Set<string> {
  const areas = areasOf.get(page)
  assert.ok(areas !== undefined, page)
  const texts = areas.map((area) => chunkOf(`texts-${language}-${areaFiles.get(area)}`))
  return new Set([chunkOf(page), ...texts].flatMap((file) => [...withImports(file)]))
}

describe('the size of the dashboard', { skip: !isBuilt }, () => {
  const html = isBuilt ? readFileSync(`${dist}index.html`, 'utf8') : ''
  const first = [...html.matchAll(/\/app\/(assets\/[\w.-]+\.js)/g)].map(([, file]) => file!)

  /** What every page loads before its own: the first files, and the texts that all pages have. */
  const begun = (language: string) =>
    new Set([...first, chunkOf(`texts-${language}-base`)].flatMap((file) => [...withImports(file)]))

  for (const language of languages) {
    it(`is at most 190 KB of JavaScript for sign-in, with its texts (${language})`, (t) => {
      const size = sum(begun(language).union(filesOf('sign-in', language)))
      t.diagnostic(`${size.toFixed(1)} KB`)
      assert.ok(size <= 190, `${size.toFixed(1)} KB`)
    })

    it(`is at most 20 KB of JavaScript for each further page, and 265 KB with all that it needs (${language})`, (t) => {
      const known = begun(language).union(filesOf('shell', language))
      const needed = new Map(pages.map((page) => [page, filesOf(page, language)]))
      const wholes: [page: string, size: number][] = []
      for (const [page, files] of needed) {
        // It shows every part, so what it has is no other page's own. No reader opens it.
        if (page === 'parts') continue
        const others = [...needed].filter(([other]) => other !== page).map(([, theirs]) => theirs)
        const own = [...files].filter(
          (file) => !known.has(file) && !others.some((theirs) => theirs.has(file)),
        )
        const further = sum(own)
        assert.ok(further <= 20, `${page} has ${further.toFixed(1)} KB of its own`)
        const whole = sum(known.union(files))
        wholes.push([page, whole])
        assert.ok(whole <= 265, `${page} needs ${whole.toFixed(1)} KB`)
      }
      const largest = wholes.sort(([, one], [, other]) => other - one).slice(0, 5)
      t.diagnostic(largest.map(([page, size]) => `${page} ${size.toFixed(1)} KB`).join(', '))
    })
  }

  it('is at most 15 KB of CSS in all', () => {
    const all = assets
      .filter((name) => name.endsWith('.css'))
      .map((name) => readFileSync(`${dist}assets/${name}`))
    const size = gzipSync(Buffer.concat(all)).length / 1_024
    assert.ok(size <= 15, `${size.toFixed(1)} KB`)
  })

  it('has no file with an inline script or style, or from another origin', () => {
    assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)|<style|\sstyle=|https?:\/\//)
  })
})
