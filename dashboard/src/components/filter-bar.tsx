import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { formatNumber } from '../format/number.ts'
import type { List } from '../hooks/use-list.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { Select } from '../ui/select.tsx'
import type { Choice } from '../ui/select.tsx'
import styles from './filter-bar.module.css'

export interface FilterBarProps {
  list: List
  /** Each is one parameter of the address. */
  filters: readonly { name: string; label: string; choices: readonly Choice[] }[]
  /** Other fields that filter. */
  children?: ReactNode
}

/** The filters above a list. They are part of its address. On a phone they are folded, so that the list is in sight. */
export function FilterBar({ list, filters, children }: FilterBarProps) {
  const { common } = useMessages()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const chosen = Object.values(list.filters).filter((value) => value !== undefined).length
  const none = Object.fromEntries(Object.keys(list.filters).map((name) => [name, undefined]))
  return (
    <search aria-label={common.filters}>
      <div className={styles.unfold}>
        <Button aria-expanded={isOpen} aria-controls={id} onPress={() => setOpen(!isOpen)}>
          {chosen === 0 ? common.filters : common.filtersChosen(chosen)}
          <ChevronDown className={styles.sign} size={16} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      </div>
      <div id={id} className={isOpen ? styles.bar : `${styles.bar} ${styles.folded}`}>
        {filters.map(({ name, label, choices }) => (
          <Select
            key={name}
            label={label}
            choices={[{ value: '', label: common.allFilter }, ...choices]}
            value={list.filters[name] ?? ''}
            onChange={(event) => list.setFilter(name, event.target.value || undefined)}
          />
        ))}
        {children}
        {list.isFiltered && (
          <div className={styles.clear}>
            <Link small href={list.hrefWith(none)}>
              {common.clearFilters}
            </Link>
          </div>
        )}
      </div>
    </search>
  )
}

export interface ListPagesProps {
  list: List
  total: number
  /** How many are shown now. */
  count: number
}

/** Below a list: which of how many are shown, and the pages beside. */
export function ListPages({ list, total, count }: ListPagesProps) {
  const { common, locale } = useMessages()
  const number = (value: number) => formatNumber(value, locale)
  const from = (list.page - 1) * list.pageSize
  const rest = total - from - count
  if (total === 0) return null
  return (
    <Pagination
      label={common.pages}
      previous={
        list.page > 1
          ? { href: list.hrefOfPage(list.page - 1), label: common.previousPage(number(list.pageSize)) }
          : null
      }
      next={
        rest > 0
          ? {
              href: list.hrefOfPage(list.page + 1),
              label: common.nextPage(number(Math.min(rest, list.pageSize))),
            }
          : null
      }
    >
      {common.page(number(count === 0 ? 0 : from + 1), number(from + count), number(total))}
    </Pagination>
  )
}
