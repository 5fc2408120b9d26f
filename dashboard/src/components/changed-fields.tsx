import { formatYamlDocument } from '../format/yaml.ts'
import { useMessages } from '../messages/use-messages.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './change-list.module.css'

export interface ChangedFieldsProps {
  label: string
  fields: readonly { path: string; before: unknown; after: unknown }[]
  /** Nothing was there before. */
  isNew: boolean
}

/** Paths with what was before and after. */
export function ChangedFields({ label, fields, isNew }: ChangedFieldsProps) {
  const { changes: texts } = useMessages()
  return (
    <div className={classNames(styles.fields, isNew && styles.two)} role="table" aria-label={label}>
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
  const { changes: texts } = useMessages()
  if (value === null || value === undefined) return texts.unset
  if (value === 'changed') return texts.secret
  return <bdi>{typeof value === 'string' ? value : formatYamlDocument(value).trimEnd()}</bdi>
}
