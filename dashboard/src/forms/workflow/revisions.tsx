import { useQuery } from '@tanstack/react-query'
import type { ConfiguredWorkflow } from '../../api/generated.ts'
import type { Data } from '../../api/operations.ts'
import { query } from '../../api/queries.ts'
import { Loaded } from '../../components/loaded.tsx'
import { useFormats } from '../../hooks/use-formats.ts'
import { usePlace } from '../../hooks/use-place.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { paths } from '../../path-builder.ts'
import { Link } from '../../ui/link.tsx'
import { Section } from '../../ui/section.tsx'
import { Difference, RevisionTable } from '../revisions.tsx'
import styles from './workflow.module.css'

type Revision = Data<'listWorkflowRevisions'>['items'][number]

export interface RevisionsProps {
  workflow: ConfiguredWorkflow
  isReadOnly: boolean
  onFill: (definition: unknown) => void
}

/** The revisions of a workflow: who made them, which calls followed them, and how any two differ. */
export function Revisions({ workflow, isReadOnly, onFill }: RevisionsProps) {
  const { workflows: texts, workflowEditor } = useMessages('workflows', 'workflowEditor')
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
              <RevisionTable
                revisions={items}
                used={{ head: workflowEditor.calls, cell: (revision) => <Calls revision={revision} /> }}
                isReadOnly={isReadOnly}
                onFill={({ definition }) => onFill(definition)}
              />
              {items.length > 1 && <Difference key={items[0]!.revision} revisions={items} />}
            </>
          )}
        </Loaded>
      </Section>
    </div>
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
