import { ArrowDown, ArrowUp } from 'lucide-react'
import { useContext } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-aria-components/Link'
import { BusyContext } from './busy.ts'
import { classNames } from './class-names.ts'
import { useUiTexts } from './ui-texts.ts'
import styles from './table.module.css'

const idPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

export interface Column<Row> {
  id: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  /** The second line, in 12 px: who, or what to do. */
  second?: (row: Row) => ReactNode
  /** Figures stand at the end of their column. */
  align?: 'start' | 'end'
  /** Takes no more room than its content. */
  narrow?: boolean
  /** The address that sorts by this column, and the order that it has now. */
  sort?: { href: string; order: 'ascending' | 'descending' | null }
}

export interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Where it is the id of what the row shows, `c` copies it while the focus is in the row. */
  keyOf: (row: Row) => string
  /** Stands at the end of a row: a small button or word. */
  action?: (row: Row) => ReactNode
}

/**
 * A table: a hairline below each row, two lines a cell. Below 640 px the same fields stand one below the other, each
 * with its head, and the heads that sort stand above them.
 */
export function Table<Row>({ label, columns, rows, keyOf, action }: TableProps<Row>) {
  const texts = useUiTexts()
  const isBusy = useContext(BusyContext)
  return (
    <table
      className={classNames(styles.table, isBusy && styles.busy)}
      aria-label={label}
      aria-busy={isBusy ? true : undefined}
    >
      <thead
        className={classNames(styles.head, columns.some(({ sort }) => sort !== undefined) && styles.sorts)}
        data-sort={texts.sortBy}
      >
        <tr>
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              className={classNames(column.align === 'end' && styles.end, column.narrow && styles.narrow)}
              aria-sort={column.sort === undefined ? undefined : (column.sort.order ?? 'none')}
            >
              <Head column={column} />
            </th>
          ))}
          {action !== undefined && <HeadOfActions />}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className={styles.row}
            data-copy={idPattern.test(keyOf(row)) ? keyOf(row) : undefined}
          >
            {columns.map((column) => (
              <td
                key={column.id}
                className={classNames(column.align === 'end' && styles.end, column.narrow && styles.narrow)}
                data-head={typeof column.head === 'string' ? column.head : undefined}
              >
                <div className={styles.first}>{column.cell(row)}</div>
                {column.second !== undefined && <div className={styles.second}>{column.second(row)}</div>}
              </td>
            ))}
            {action !== undefined && <td className={styles.action}>{action(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function HeadOfActions() {
  return <td className={styles.narrow}>{null}</td>
}

function Head<Row>({ column: { head, sort } }: { column: Column<Row> }) {
  if (sort === undefined) return head
  const Arrow = sort.order === 'descending' ? ArrowDown : ArrowUp
  return (
    <Link href={sort.href} className={styles.sort}>
      {head}
      {sort.order !== null && <Arrow size={12} aria-hidden="true" />}
    </Link>
  )
}
