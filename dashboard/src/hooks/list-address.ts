/** What a list shows, as its address says it. */
export interface ListState {
  /** By the name of the parameter; a filter that is not set is not there. */
  filters: Record<string, string>
  sort: { field: string; order: 1 | -1 } | null
  /** From 1. */
  page: number
}

/** Reads `?status=failed&sort=-created_at&page=3`. What can't be read is left out. */
export function readList(search: URLSearchParams, filterNames: readonly string[]): ListState {
  const filters: Record<string, string> = {}
  for (const name of filterNames) {
    const value = search.get(name)
    if (value !== null && value !== '') filters[name] = value
  }
  const sort = search.get('sort')
  const page = Number(search.get('page') ?? 1)
  return {
    filters,
    sort:
      sort === null || sort === ''
        ? null
        : { field: sort.replace(/^-/, ''), order: sort.startsWith('-') ? -1 : 1 },
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  }
}

/** Writes it; the first page and what is not set are left out, so that one list has one address. */
export function writeList({ filters, sort, page }: ListState): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value !== '') search.set(name, value)
  if (sort !== null) search.set('sort', `${sort.order === -1 ? '-' : ''}${sort.field}`)
  if (page > 1) search.set('page', String(page))
  return search.size === 0 ? '' : `?${search.toString()}`
}
