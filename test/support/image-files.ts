// Says which files of a folder go into the container image, by .dockerignore as Docker reads it: the last line that
// matches a file or a folder of its decides.
import assert from 'node:assert/strict'
import { read } from './page.ts'

/** Returns those of the paths that go into the image. */
export function imageFiles(paths: readonly string[]): string[] {
  const lines = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const rules = lines.map((line) => {
    const isBack = line.startsWith('!')
    return { isBack, form: formOf(isBack ? line.slice(1) : line) }
  })
  return paths.filter((path) => rules.findLast(({ form }) => form.test(path))?.isBack ?? true)
}

/** Compiles a pattern of plain names and stars, which also matches everything in a folder that it matches. */
function formOf(pattern: string): RegExp {
  assert.match(pattern, /^[\w./*-]+$/)
  const source = pattern
    .replaceAll('.', String.raw`\.`)
    .replaceAll('**/', '(?:.+/)?')
    .replaceAll('*', '[^/]*')
  return new RegExp(`^${source}(?:/|$)`)
}
