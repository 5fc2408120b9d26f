import { useState } from 'react'
import type { Conflict, Json } from '../hooks/merge-record.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import styles from './conflict.module.css'

export interface ConflictDialogProps {
  conflicts: readonly Conflict[] | null
  onResolve: (choices: Record<string, 'theirs' | 'yours'>) => void
  nameOf: (field: string) => string
  /** A value in words. */
  describe?: ((field: string, value: Json | undefined) => string) | undefined
  /** Who the other one is, as far as that is known. */
  by?: string | null
}

/** What two people changed: both values of each field, and whose holds. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { conflicts, onResolve, nameOf, describe = (_, value) => textOf(value), by = null } = props
  const { forms } = useMessages('forms')
  const [choices, setChoices] = useState<Record<string, 'theirs' | 'yours'>>({})
  const fields = conflicts ?? []
  const resolve = () => {
    onResolve(choices)
    // The next conflict is another question.
    setChoices({})
  }
  return (
    <Dialog
      title={forms.conflictTitle}
      isOpen={conflicts !== null}
      onClose={resolve}
      isAlert
      wide
      actions={
        <Button kind="main" onPress={resolve}>
          {forms.conflictTake}
        </Button>
      }
    >
      <p>{fields.length > 0 ? forms.conflictBody(by) : forms.conflictNone}</p>
      {fields.map(({ field, theirs, yours }) => (
        <fieldset key={field} className={styles.field}>
          <legend className={styles.name}>{nameOf(field)}</legend>
          {(['theirs', 'yours'] as const).map((side) => (
            // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- its words come from the catalog
            <label key={side} className={styles.side} htmlFor={`${field}-${side}`}>
              <input
                type="radio"
                id={`${field}-${side}`}
                name={field}
                value={side}
                checked={(choices[field] ?? 'yours') === side}
                onChange={() => setChoices({ ...choices, [field]: side })}
              />
              <span>
                <b>{side === 'theirs' ? forms.theirs(by) : forms.yours}</b>{' '}
                <bdi>{describe(field, side === 'theirs' ? theirs : yours)}</bdi>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </Dialog>
  )
}

function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
}
