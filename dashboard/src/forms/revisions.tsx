import { useState } from 'react'
import type { ReactNode } from 'react'
import { ChangedFields } from '../components/change-list.tsx'
import { When } from '../components/when.tsx'
import { changedPaths } from '../hooks/changed-paths.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import { Table } from '../ui/table.tsx'
import styles from './workflow/workflow.module.css'

/** A stored version of a record that never changes. */
export interface StoredRevision {
  revision: number
  definition: unknown
  /** ISO 8601. */
  created_at: string
  /** null: from before changes were stored. */
  changed_by: string | null
}

export interface RevisionTableProps<Revision extends StoredRevision> {
  /** Newest first. */
  revisions: readonly Revision[]
  /** What used a revision. */
  used: { head: string; cell: (revision: Revision) => ReactNode }
  isReadOnly: boolean
  onFill: (revision: Revision) => void
}

/** Lists the revisions of a record: who made them and when, what used them, and a button that brings one back. */
export function RevisionTable<Revision extends StoredRevision>({
  revisions,
  used,
  isReadOnly,
  onFill,
}: RevisionTableProps<Revision>) {
  const { workflows: texts } = useMessages('workflows')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  const newest = revisions[0]?.revision
  return (
    <Table
      label={texts.revisions}
      rows={revisions}
      keyOf={({ revision }) => String(revision)}
      columns={[
        {
          id: 'revision',
          head: texts.revision,
          narrow: true,
          cell: ({ revision }) => formats.number(revision),
        },
        {
          id: 'made',
          head: texts.changedBy,
          cell: ({ created_at, changed_by }) =>
            changed_by === null ? (
              <When at={created_at} zone={zone} />
            ) : (
              texts.by(<bdi>{changed_by}</bdi>, <When at={created_at} zone={zone} />)
            ),
        },
        { id: 'used', ...used },
      ]}
      action={(one) =>
        isReadOnly || one.revision === newest ? (
          one.revision === newest && texts.current
        ) : (
          <Button small aria-label={texts.fillLabel(String(one.revision))} onPress={() => onFill(one)}>
            {texts.fill}
          </Button>
        )
      }
    />
  )
}

/** Shows how two revisions differ: the newest and the one before, or any two that are chosen. */
export function Difference({ revisions }: { revisions: readonly StoredRevision[] }) {
  const { workflows, workflowEditor: texts } = useMessages('workflows', 'workflowEditor')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  const [from, setFrom] = useState(String(revisions[1]!.revision))
  const [to, setTo] = useState(String(revisions[0]!.revision))
  const choices = revisions.map(({ revision }) => ({
    value: String(revision),
    label: workflows.revisionOf(formats.number(revision)),
  }))
  const definitionOf = (chosen: string) =>
    revisions.find(({ revision }) => String(revision) === chosen)?.definition
  const changes = changedPaths(definitionOf(from), definitionOf(to))
  return (
    <div className={styles.difference} role="group" aria-label={texts.compare}>
      <div className={styles.row}>
        <Select
          label={texts.compareFrom}
          value={from}
          choices={choices}
          onChange={({ target }) => setFrom(target.value)}
        />
        <Select
          label={texts.compareTo}
          value={to}
          choices={choices}
          onChange={({ target }) => setTo(target.value)}
        />
      </div>
      <p role="status">{changes.length === 0 ? texts.same : texts.differences(changes.length)}</p>
      {changes.length > 0 && <ChangedFields fields={changes} isNew={false} />}
    </div>
  )
}
