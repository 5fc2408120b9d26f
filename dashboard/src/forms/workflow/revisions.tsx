import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConfiguredWorkflow } from '../../api/generated.ts'
import type { Data } from '../../api/operations.ts'
import { query } from '../../api/queries.ts'
import { ChangedFields } from '../../components/change-list.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { When } from '../../components/when.tsx'
import { changedPaths } from '../../hooks/changed-paths.ts'
import { useFormats } from '../../hooks/use-formats.ts'
import { usePlace } from '../../hooks/use-place.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { paths } from '../../path-builder.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Section } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import styles from './workflow.module.css'

type Revision = Data<'listWorkflowRevisions'>['items'][number]

export interface RevisionsProps {
  workflow: ConfiguredWorkflow
  isReadOnly: boolean
  onFill: (definition: unknown) => void
}

/** The revisions of a workflow: who made them, which calls followed them, and how any two differ. */
export function Revisions({ workflow, isReadOnly, onFill }: RevisionsProps) {
  const { workflows: texts } = useMessages('workflows')
  const { ids } = usePlace()
  const revisions = useQuery(
    query('listWorkflowRevisions', { ...ids, workflow_id: workflow._id, limit: 100 }),
  )
  return (
    <div className={styles.sections}>
      <Section title={texts.revisions}>
        <Loaded query={revisions}>
          {({ items }) => (
            <>
              <RevisionTable revisions={items} isReadOnly={isReadOnly} onFill={onFill} />
              {items.length > 1 && <Difference key={items[0]!.revision} revisions={items} />}
            </>
          )}
        </Loaded>
      </Section>
    </div>
  )
}

interface RevisionTableProps {
  revisions: readonly Revision[]
  isReadOnly: boolean
  onFill: (definition: unknown) => void
}

function RevisionTable({ revisions, isReadOnly, onFill }: RevisionTableProps) {
  const { workflows: texts, workflowEditor } = useMessages('workflows', 'workflowEditor')
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
        { id: 'calls', head: workflowEditor.calls, cell: (revision) => <Calls revision={revision} /> },
      ]}
      action={({ revision, definition }) =>
        isReadOnly || revision === newest ? (
          revision === newest && texts.current
        ) : (
          <Button small aria-label={texts.fillLabel(String(revision))} onPress={() => onFill(definition)}>
            {texts.fill}
          </Button>
        )
      }
    />
  )
}

function Calls({ revision: { attempts, latest_calls: latest } }: { revision: Revision }) {
  const { workflowEditor: texts } = useMessages('workflowEditor')
  const { place, zone } = usePlace()
  const formats = useFormats(zone)
  if (attempts.count === 0) return texts.noCalls
  return (
    <>
      {texts.callsCount(formats.number(attempts.count), attempts.is_more, attempts.count === 1)}
      <ul className={styles.links}>
        {latest.map(({ campaign_queue_id: id, at }) => (
          <li key={`${id} ${at}`}>
            <Link small href={paths.call(place, id)}>
              {texts.latestCall(<bdi>{formats.instant(at)}</bdi>)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function Difference({ revisions }: { revisions: readonly Revision[] }) {
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
