import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { FieldFault } from './field.tsx'
import styles from './checkbox.module.css'

export interface CheckboxProps extends Omit<
  ComponentProps<'input'>,
  'className' | 'style' | 'children' | 'type'
> {
  label: ReactNode
  hint?: ReactNode
  fault?: ReactNode
}

/** Something that holds or not, once the form is saved. Takes `register`. */
export function Checkbox(props: CheckboxProps) {
  return <Ticked {...props} look={styles.checkbox} />
}

/** Something that is switched at once. */
export function Switch(props: CheckboxProps) {
  const role = { role: 'switch' }
  return <Ticked {...props} {...role} look={styles.switch} />
}

function Ticked({ label, hint, fault, look, ...input }: CheckboxProps & { look: string | undefined }) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.label}>
        <input
          {...input}
          type="checkbox"
          className={look}
          aria-invalid={fault ? true : undefined}
          aria-describedby={hint || fault ? `${id}-more` : undefined}
        />
        <span>{label}</span>
      </label>
      <div id={`${id}-more`} className={styles.more}>
        {hint}
        <FieldFault>{fault}</FieldFault>
      </div>
    </div>
  )
}
