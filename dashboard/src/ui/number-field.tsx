import { useId, useState } from 'react'
import { classNames } from './class-names.ts'
import { FieldFrame, describedBy } from './field.tsx'
import type { FieldProps } from './field.tsx'
import box from './field.module.css'
import styles from './number-field.module.css'

export interface NumberFieldProps extends FieldProps {
  /** null: empty. */
  value: number | null
  onChange: (value: number | null) => void
  onBlur?: () => void
  name?: string
  /** What is counted, beside the box: "slots". */
  unit?: string
  min?: number
  max?: number
  step?: number
  isDisabled?: boolean
}

/**
 * A number. Arrow keys count up and down. It is an input of our own: the one of React Aria writes HTML to announce its
 * value, which the page's policy refuses, and tells the number only when the field is left.
 */
export function NumberField(props: NumberFieldProps) {
  const { label, hideLabel, fault, hint, optional, saved, value, onChange, onBlur, unit, name } = props
  const { min = 0, max = Infinity, step = 1, isDisabled } = props
  const id = useId()
  const [typed, setTyped] = useState(textOf(value))
  // What is typed stays as it is, unless the value was set from elsewhere.
  const shown = numberOf(typed) === value ? typed : textOf(value)
  const set = (text: string): void => {
    if (!/^[\d.,\s]*$/.test(text)) return
    setTyped(text)
    onChange(numberOf(text))
  }
  const count = (by: number): void => set(textOf(Math.min(max, Math.max(min, (value ?? 0) + by))))
  return (
    <FieldFrame {...{ id, label, hideLabel, fault, hint, optional, saved }}>
      <span className={styles.number}>
        <input
          id={id}
          name={name}
          className={classNames(box.box, styles.box)}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          value={shown}
          disabled={isDisabled}
          onChange={({ target }) => set(target.value)}
          onBlur={onBlur}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
            event.preventDefault()
            count(event.key === 'ArrowUp' ? step : -step)
          }}
          aria-invalid={fault ? true : undefined}
          aria-describedby={describedBy(id, props)}
        />
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
      </span>
    </FieldFrame>
  )
}

function textOf(value: number | null): string {
  return value === null || Number.isNaN(value) ? '' : String(value)
}

/** Commas and blanks stand between thousands. */
function numberOf(text: string): number | null {
  const digits = text.replaceAll(/[\s,]/g, '')
  const value = Number(digits)
  return digits === '' || Number.isNaN(value) ? null : value
}
