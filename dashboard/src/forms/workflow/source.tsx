import type { RefObject } from 'react'
import { useMessages } from '../../messages/use-messages.ts'
import { Button } from '../../ui/button.tsx'
import { FieldFault } from '../../ui/field.tsx'
import { SourceField } from '../../ui/source-field.tsx'
import type { SourceFieldHandle } from '../../ui/source-field.tsx'
import { StatusWord } from '../../ui/status-mark.tsx'
import type { SourceFault } from './editing.ts'
import styles from './workflow.module.css'

export interface SourceProps {
  value: string
  onChange: (value: string) => void
  faults: readonly SourceFault[]
  isChecking: boolean
  isDirty: boolean
  isReadOnly: boolean
  field: RefObject<SourceFieldHandle | null>
}

/** The source of a workflow, with the faults at their lines. */
export function Source({ value, onChange, faults, isChecking, isDirty, isReadOnly, field }: SourceProps) {
  const { workflows: texts } = useMessages('workflows')
  return (
    <div className={styles.source}>
      {isDirty && (
        <div role="status">
          {isChecking ? (
            texts.checking
          ) : faults.length === 0 ? (
            <StatusWord status="done">{texts.checked}</StatusWord>
          ) : (
            texts.faults(faults.length)
          )}
        </div>
      )}
      {faults.length > 0 && (
        <ul aria-label={texts.faults(faults.length)}>
          {faults.map(({ line, column, path, message }) => (
            <li key={`${line} ${path} ${message}`}>
              <FieldFault>
                <Button kind="word" small onPress={() => field.current?.goTo(line, column)}>
                  {texts.line(String(line))}
                </Button>{' '}
                {path !== '' && <code dir="ltr">{path}</code>} <bdi>{message}</bdi>
              </FieldFault>
            </li>
          ))}
        </ul>
      )}
      <SourceField
        label={texts.source}
        hideLabel
        hint={texts.sourceHint}
        value={value}
        onChange={onChange}
        faultyLines={new Set(faults.map(({ line }) => line))}
        isReadOnly={isReadOnly}
        handle={field}
      />
    </div>
  )
}
