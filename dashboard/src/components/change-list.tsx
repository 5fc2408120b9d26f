import { useState } from 'react'
import type { Data } from '../api/operations.ts'
import { formatYamlDocument } from '../format/yaml.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths, withQuery } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { CopyId } from '../ui/copy-id.tsx'
import { Link } from '../ui/link.tsx'
import { When } from './when.tsx'
import styles from './change-list.module.css'

export type ShownChange = Data<'listChanges'>['items'][number]

export interface ChangeListProps {
  organization: string
  changes: readonly ShownChange[]
  zone: string
  /** Whether the fields of each stand open from the beginning. */
  isOpen?: boolean
}

/** Changes: what, who, when, and for each field what was before and after. */
export function ChangeList({ changes, ...more }: ChangeListProps) {
  const { changes: texts } = useMessages('changes')
  return (
    <ul aria-label={texts.title}>
      {changes.map((change) => (
        <ChangeItem key={change._id} change={change} {...more} />
      ))}
    </ul>
  )
}

function ChangeItem({
  change,
  organization,
  zone,
  isOpen = false,
}: Omit<ChangeListProps, 'changes'> & { change: ShownChange }) {
  const { changes: texts } = useMessages('changes')
  const [isShown, show] = useState(isOpen && change.action !== 'created')
  const back = addressToBringBack(organization, change)
  return (
    <li className={styles.change}>
      <div className={styles.head}>
        <div className={styles.what}>
          <span>
            {texts.what(
              texts.kinds[change.kind] ?? <bdi>{change.kind}</bdi>,
              <bdi>{change.record_name}</bdi>,
              texts.actions[change.action] ?? <bdi>{change.action}</bdi>,
            )}
          </span>
          {change.fields.length > 0 && (
            <Button kind="word" small aria-expanded={isShown} onPress={() => show(!isShown)}>
              {isShown ? texts.hide : texts.show(change.fields.length)}
            </Button>
          )}
          {back !== null && (
            <Link
              small
              href={back}
              aria-label={texts.bringBackLabel(change.record_name, String(change.revision))}
            >
              {texts.bringBack}
            </Link>
          )}
        </div>
        <div className={styles.who}>
          {texts.who(
            <bdi>{change.actor_name}</bdi>,
            texts.vias[change.via] ?? change.via,
            <When at={change.at} zone={zone} seconds />,
          )}
        </div>
      </div>
      {isShown && <ChangedFields fields={change.fields} isNew={change.action === 'created'} />}
      {isShown && change.request_id !== null && (
        <div className={styles.who}>
          {texts.requestId} <CopyId value={change.request_id} label={texts.requestId} />
        </div>
      )}
    </li>
  )
}

interface ChangedFieldsProps {
  fields: readonly { path: string; before?: unknown; after?: unknown }[]
  /** A record that is made has no values from before. */
  isNew: boolean
}

/** For each field what was before and after. */
export function ChangedFields({ fields, isNew }: ChangedFieldsProps) {
  const { changes: texts } = useMessages('changes')
  return (
    <div
      className={classNames(styles.fields, isNew && styles.two)}
      role="table"
      aria-label={texts.show(fields.length)}
    >
      <div className={styles.row} role="row">
        <span role="columnheader" className={`${styles.fieldHead} ${styles.first}`}>
          {texts.path}
        </span>
        {!isNew && (
          <span role="columnheader" className={styles.fieldHead}>
            {texts.before}
          </span>
        )}
        <span role="columnheader" className={styles.fieldHead}>
          {texts.after}
        </span>
      </div>
      {fields.map(({ path, before, after }) => (
        <div key={path} className={styles.row} role="row">
          <span role="rowheader" className={styles.path}>
            <code dir="ltr">{path}</code>
          </span>
          {!isNew && (
            <span role="cell" className={`${styles.value} ${styles.before}`}>
              <Value value={before} />
            </span>
          )}
          <span role="cell" className={styles.value}>
            <Value value={after} />
          </span>
        </div>
      ))}
    </div>
  )
}

function Value({ value }: { value: unknown }) {
  const { changes: texts } = useMessages('changes')
  if (value === null || value === undefined) return texts.unset
  if (value === 'changed') return texts.secret
  return <bdi>{typeof value === 'string' ? value : formatYamlDocument(value).trimEnd()}</bdi>
}

/** Returns the form that a change can be brought back in; null where there is none, or nothing was there before. */
function addressToBringBack(organization: string, change: ShownChange): string | null {
  const { kind, project_id: project, record_id, action, _id } = change
  if (project === null || action !== 'updated') return null
  const place = { organization, project }
  if (kind === 'campaign') return withQuery(paths.editCampaign(place, record_id), { from: _id })
  if (kind === 'workflow') return withQuery(paths.workflow(place, record_id), { from: _id })
  return null
}
