import { useId } from 'react'
import { Input } from 'react-aria-components/Input'
import { NumberField as AriaNumberField } from 'react-aria-components/NumberField'
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

/** A number, written as the reader's language does. Arrow keys count up and down. */
export function NumberField(props: NumberFieldProps) {
  const { label, hideLabel, fault, hint, optional, saved, value, onChange, onBlur, unit, name } = props
  const { min, max, step, isDisabled } = props
  const id = useId()
  return (
    <FieldFrame {...{ id, label, hideLabel, fault, hint, optional, saved }}>
      <AriaNumberField
        className={styles.number}
        id={id}
        aria-label={typeof label === 'string' ? label : undefined}
        aria-describedby={describedBy(id, props)}
        value={value ?? Number.NaN}
        onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
        onBlur={onBlur}
        isInvalid={Boolean(fault)}
        isDisabled={isDisabled}
        minValue={min}
        maxValue={max}
        step={step}
      >
        <Input
          className={classNames(box.box, styles.box)}
          name={name}
          // The part itself waits until the field is left; what follows from a number shows while it is typed.
          onInput={({ currentTarget }) => {
            if (/^\d{1,3}(?:\.\d*[1-9])?$/.test(currentTarget.value)) onChange(Number(currentTarget.value))
          }}
        />
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
      </AriaNumberField>
    </FieldFrame>
  )
}
