// How much a browser loads before it shows something. Read from the built files; without a build there is nothing to say.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'

const dist = fileURLToPath(new URL('../../dashboard/dist/', import.meta.url))
const routeTable = readFileSync(new URL('../../dashboard/src/routes.tsx', import.meta.url), 'utf8')
const isBuilt = existsSync(`${dist}index.html`)
const gzipped = (file: string) => gzipSync(readFileSync(dist + file)).length / 1_024

/** The files that a chunk imports at once, and their own, by following the built imports. */
function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  const code = readFileSync(dist + file, 'utf8')
  for (const [, name = ''] of code.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g))
    withImports(`assets/${name}`, found)
  return found
}

const sum = (files: Iterable<string>) => [...files].reduce((size, file) => size + gzipped(file), 0)

/** Returns the file of a page or of the shell. */
function chunkOf(page: string): string {
  const found = readdirSync(`${dist}assets`).filter((name) => name.replace(/-[\w-]{8}\.js$/, '') === page)
  assert.equal(found.length, 1, `${page}: ${found.join(', ')}`)
  return `assets/${found[0]}`
}

/** Every page that the route table loads when it is looked at. */
const pages = [...routeTable.matchAll(/import\('\.\/pages\/([\w-]+)\.tsx'\)/g)].map(([, page]) => page!)

describe('the size of the dashboard', { skip: !isBuilt }, () => {
  const html = isBuilt ? readFileSync(`${dist}index.html`, 'utf8') : ''
  const names = isBuilt ? readdirSync(`${dist}assets`) : []
  const first = [...html.matchAll(/\/app\/(assets\/[\w.-]+\.js)/g)].map(([, file]) => file!)

  // 39 KB of it are the texts of all pages, which are one file: 190 and 265 KB are the aim.
  it('is at most 195 KB of JavaScript for sign-in', () => {
    const size = sum(new Set([...first, chunkOf('sign-in')].flatMap((file) => [...withImports(file)])))
    assert.ok(size <= 195, `${size.toFixed(1)} KB`)
  })

  it('is at most 20 KB of JavaScript for each further page, and 275 KB with everything that it needs', () => {
    const shell = withImports(chunkOf('shell'))
    const known = new Set([...first.flatMap((file) => [...withImports(file)]), ...shell])
    const needed = new Map(pages.map((page) => [page, withImports(chunkOf(page))]))
    for (const [page, files] of needed) {
      // It shows every part, so what it has is no other page's own. No reader opens it.
      if (page === 'parts') continue
      const others = [...needed].filter(([other]) => other !== page).map(([, theirs]) => theirs)
      const own = [...files].filter((file) => !known.has(file) && !others.some((theirs) => theirs.has(file)))
      const further = sum(own)
      assert.ok(further <= 20, `${page} has ${further.toFixed(1)} KB of its own`)
      const whole = sum(known.union(files))
      assert.ok(whole <= 275, `${page} needs ${whole.toFixed(1)} KB`)
    }
  })

  it('is at most 15 KB of CSS in all', () => {
    const all = names
      .filter((name) => name.endsWith('.css'))
      .map((name) => readFileSync(`${dist}assets/${name}`))
    const size = gzipSync(Buffer.concat(all)).length / 1_024
    assert.ok(size <= 15, `${size.toFixed(1)} KB`)
  })

  it('has no file with an inline script or style, or from another origin', () => {
    assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)|<style|\sstyle=|https?:\/\//)
  })
})
