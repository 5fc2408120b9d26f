// Reads the Markdown pages of the repository, for the tests that compare them with the code.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Reads a file by its path from the repository's root. */
export function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
}

/** Lists the files that match, by their paths from the repository's root, without packages. */
export function list(patterns: string[]): string[] {
  return globSync(patterns, { cwd: root, exclude: (name) => name === 'node_modules' }).toSorted()
}

/** Returns the rows of each table whose first heading is this one, as trimmed cells. */
export function tablesOf(file: string, heading: string): string[][][] {
  const tables: string[][][] = []
  let table: string[][] | null = null
  for (const line of read(file).split('\n')) {
    const cells = line.startsWith('|') ? cellsOf(line) : null
    if (cells === null) table = null
    else if (table !== null) {
      if (!/^:?-+:?$/.test(cells[0] ?? '')) table.push(cells)
    } else if (cells[0] === heading) tables.push((table = []))
    else table = []
  }
  assert.ok(tables.length > 0, `${file} has no table that begins with ${heading}`)
  return tables
}

/** Returns the rows of the first of these tables. */
export function tableOf(file: string, heading: string): string[][] {
  return tablesOf(file, heading)[0]!
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

/** Returns the first column of a table without backticks, sorted. */
export function namesIn(file: string, heading: string): string[] {
  return tableOf(file, heading)
    .map(([cell = '']) => cell.replaceAll('`', ''))
    .toSorted()
}

/** Returns the texts of the fenced blocks of a language, also those inside of lists. */
export function blocksOf(file: string, language: string): string[] {
  return [...read(file).matchAll(/^( *)```(\w*)\n(.*?)^ *```$/gms)]
    .filter(([, , tag]) => tag === language)
    .map(([, indent = '', , text = '']) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
}

/** Returns what stands in backticks, in its order. */
export function quotedIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, quoted = '']) => quoted)
}

/** Returns a page without its fenced blocks and comments. */
export function proseOf(file: string): string {
  return read(file)
    .replaceAll(/^ *```.*?^ *```$/gms, '')
    .replaceAll(/<!--.*?-->/gs, '')
}
