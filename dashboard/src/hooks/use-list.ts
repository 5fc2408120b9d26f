import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { readList, writeList } from './list-address.ts'
import type { ListState } from './list-address.ts'

export interface ListOptions {
  /** The names of the parameters that filter. */
  filters?: readonly string[]
  /** Where the address says none: field to 1 or -1, as the API takes it. */
  sort?: { field: string; order: 1 | -1 }
  pageSize?: number
}

export interface List extends ListState {
  /** For the API: `limit` and `skip`, and `sort` if there is one. */
  paging: { limit: number; skip: number; sort?: Record<string, 1 | -1> }
  pageSize: number
  /** The address with another value of a filter, on its first page; undefined takes it away. */
  hrefWith: (filters: Record<string, string | undefined>) => string
  hrefOfPage: (page: number) => string
  /** For a column's head: the address that sorts by it, or turns its order around. */
  sortBy: (field: string) => { href: string; order: 'ascending' | 'descending' | null }
  /** Goes there, for fields that filter as one types: the entry of the history is replaced. */
  setFilter: (name: string, value: string | undefined) => void
  setFilters: (filters: Record<string, string | undefined>) => void
  isFiltered: boolean
}

/** The state of a list is its address: filters, sort and page are read from it, and links change it. */
export function useList({ filters: names = [], sort, pageSize = 50 }: ListOptions = {}): List {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const state = readList(search, names)
  const chosen = state.sort ?? sort ?? null
  const hrefWith = (filters: Record<string, string | undefined>): string => {
    const merged = Object.entries({ ...state.filters, ...filters }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    )
    return pathname + writeList({ ...state, filters: Object.fromEntries(merged), page: 1 })
  }
  const setFilters = (filters: Record<string, string | undefined>) =>
    void navigate(hrefWith(filters), { replace: true })
  return {
    ...state,
    pageSize,
    paging: {
      limit: pageSize,
      skip: (state.page - 1) * pageSize,
      ...(chosen === null ? {} : { sort: { [chosen.field]: chosen.order } }),
    },
    hrefWith,
    hrefOfPage: (page) => pathname + writeList({ ...state, page }),
    sortBy: (field) => {
      const order = chosen?.field === field ? chosen.order : null
      const href = pathname + writeList({ ...state, sort: { field, order: order === -1 ? 1 : -1 }, page: 1 })
      return { href, order: order === null ? null : order === 1 ? 'ascending' : 'descending' }
    },
    setFilter: (name, value) => setFilters({ [name]: value }),
    setFilters,
    isFiltered: Object.keys(state.filters).length > 0,
  }
}
