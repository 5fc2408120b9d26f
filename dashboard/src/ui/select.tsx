import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { FieldFrame, describedBy } from './field.tsx'
import type { FieldProps } from './field.tsx'
import box from './field.module.css'
import styles from './select.module.css'

export interface Choice {
  value: string
  label: string
  isDisabled?: boolean
}

export interface SelectProps
  extends FieldProps, Omit<ComponentProps<'select'>, 'className' | 'style' | 'children'> {
  choices: readonly Choice[]
}

/** One of some choices. The browser's own list, which every phone and screen reader knows. Takes `register`. */
export function Select(props: SelectProps) {
  const { label, hideLabel, fault, hint, optional, saved, choices, ...select } = props
  const made = useId()
  const id = select.id ?? made
  return (
    <FieldFrame {...{ id, label, hideLabel, fault, hint, optional, saved }}>
      <span className={styles.frame}>
        <select
          {...select}
          id={id}
          className={classNames(box.box, styles.select)}
          aria-invalid={fault ? true : select['aria-invalid']}
          aria-describedby={describedBy(id, props)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} disabled={choice.isDisabled}>
              {choice.label}
            </option>
          ))}
        </select>
        <ChevronDown className={styles.sign} size={16} strokeWidth={1.75} aria-hidden="true" />
      </span>
    </FieldFrame>
  )
}
