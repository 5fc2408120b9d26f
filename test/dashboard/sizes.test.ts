// How much a browser loads before it shows something. Read from the built files; without a build there is nothing to say.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'

const dist = fileURLToPath(new URL('../../dashboard/dist/', import.meta.url))
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

describe('the size of the dashboard', { skip: !isBuilt }, () => {
  const html = isBuilt ? readFileSync(`${dist}index.html`, 'utf8') : ''
  const names = isBuilt ? readdirSync(`${dist}assets`) : []
  const first = [...html.matchAll(/\/app\/(assets\/[\w.-]+\.js)/g)].map(([, file]) => file!)

  it('is at most 190 KB of JavaScript for sign-in', () => {
    const page = names.filter((name) => /^sign-in-.*\.js$/.test(name)).map((name) => `assets/${name}`)
    const files = new Set([...first, ...page].flatMap((file) => [...withImports(file)]))
    const size = [...files].reduce((sum, file) => sum + gzipped(file), 0)
    assert.ok(size <= 190, `${size.toFixed(1)} KB`)
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
