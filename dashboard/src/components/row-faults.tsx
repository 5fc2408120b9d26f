import type { CallRowFault } from '../api/generated.ts'
import { useFormats } from '../hooks/use-formats.ts'
import type { List } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Section } from '../ui/section.tsx'
import { Table } from '../ui/table.tsx'
import { ListPages } from './filter-bar.tsx'
import styles from './row-faults.module.css'

export interface RowFaultsProps {
  faults: readonly CallRowFault[]
  /** How many the file has. */
  total: number
  /** Where all that are kept can be looked at by pages. */
  pages?: { list: List; kept: number }
}

/** The faults of a file by line, with what would be right. */
export function RowFaults({ faults, total, pages }: RowFaultsProps) {
  const { callBatches: texts } = useMessages('callBatches')
  const { zone } = usePlace()
  const { number } = useFormats(zone)
  if (faults.length === 0) return null
  const shown =
    pages === undefined
      ? total > faults.length && texts.faultsShown(number(faults.length), number(total))
      : total > pages.kept && texts.faultsKept(number(pages.kept), number(total))
  return (
    <Section
      title={texts.faultsTitle}
      aside={shown === false ? texts.faultsCount(number(total), total) : shown}
    >
      <Table
        label={texts.faultsTitle}
        rows={faults.map((fault, index) => ({ ...fault, id: String(index) }))}
        keyOf={({ id }) => id}
        columns={[
          { id: 'line', head: texts.line, align: 'end', narrow: true, cell: ({ line }) => number(line) },
          {
            id: 'field',
            head: texts.field,
            narrow: true,
            cell: ({ field }) => (field === null ? texts.wholeRow : <code>{field}</code>),
          },
          {
            id: 'message',
            head: texts.fault,
            cell: ({ kind }) => texts.kinds[kind],
            second: ({ message }) => <span data-stored="">{message}</span>,
          },
        ]}
      />
      {pages !== undefined && <ListPages list={pages.list} total={pages.kept} count={faults.length} />}
    </Section>
  )
}

/** How many rows were left out, and why. */
export function LeftOut({ counts }: { counts: Record<CallRowFault['kind'], number> }) {
  const { callBatches: texts } = useMessages('callBatches')
  const { zone } = usePlace()
  const { number } = useFormats(zone)
  const kinds = Object.entries(counts).filter(([, count]) => count > 0) as [CallRowFault['kind'], number][]
  return (
    <Section title={texts.leftOut}>
      {kinds.length === 0 ? (
        <p className={styles.more}>{texts.leftOutNone}</p>
      ) : (
        <Table
          label={texts.leftOut}
          rows={kinds}
          keyOf={([kind]) => kind}
          columns={[
            { id: 'kind', head: texts.kind, cell: ([kind]) => texts.kinds[kind] },
            {
              id: 'count',
              head: texts.count,
              align: 'end',
              narrow: true,
              cell: ([, count]) => number(count),
            },
          ]}
        />
      )}
    </Section>
  )
}
