import type { Placed } from './directory/directory-queries.ts'

/** Returns the name of a cell's backend in the router. */
function backendOf(cell: string): string {
  return `cell_${cell}`
}

/** Returns the router's map: a line for each organization with the backend of its cell, in a fixed order. */
export function routerMap(placed: readonly Pick<Placed, '_id' | 'cell'>[]): string {
  const lines = placed.map(({ _id, cell }) => `${_id} ${backendOf(cell)}\n`)
  return lines.toSorted().join('')
}
