import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { StatusMark } from './status-mark.tsx'
import { useUiTexts } from './ui-texts.ts'
import styles from './field.module.css'

/** What every field has around it. */
export interface FieldProps {
  label: ReactNode
  /** For a field whose row says already what it is: the label is there for screen readers alone. */
  hideLabel?: boolean
  /** What is wrong, then what would be right. */
  fault?: ReactNode
  hint?: ReactNode
  optional?: boolean
  /** The saved value and whose it was, once the field differs from it. */
  saved?: ReactNode
}

interface FieldFrameProps extends FieldProps {
  id: string
  children: ReactNode
}

/** Returns the ids of what describes a field, for its `aria-describedby`. */
export function describedBy(id: string, { fault, hint, saved }: FieldProps): string | undefined {
  const ids = [
    isThere(fault) && `${id}-fault`,
    isThere(hint) && `${id}-hint`,
    isThere(saved) && `${id}-saved`,
  ].filter((one) => one !== false)
  return ids.length > 0 ? ids.join(' ') : undefined
}

/** Label, control, hint and fault of a field. */
export function FieldFrame({
  id,
  label,
  hideLabel,
  optional,
  hint,
  fault,
  saved,
  children,
}: FieldFrameProps) {
  const texts = useUiTexts()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={classNames(styles.label, hideLabel && styles.hidden)}>
        {label}
        {optional && <span className={styles.optional}> {texts.optional}</span>}
      </label>
      <div className={styles.control}>
        {children}
        {isThere(saved) && (
          <span id={`${id}-saved`} className={styles.hint}>
            {saved}
          </span>
        )}
      </div>
      {isThere(hint) && (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      <FieldFault id={`${id}-fault`}>{fault}</FieldFault>
    </div>
  )
}

/** The sentence below a field with a fault: what is wrong, then what would be right. Nothing where there is none. */
export function FieldFault({ id, children }: { id?: string; children?: ReactNode }) {
  if (!isThere(children)) return null
  return (
    <div id={id} className={styles.fault} data-fault="">
      <StatusMark status="failed" />
      {typeof children === 'string' ? <bdi>{children}</bdi> : <span>{children}</span>}
    </div>
  )
}

function isThere(node: ReactNode): boolean {
  return node !== undefined && node !== null && node !== false && node !== ''
}
