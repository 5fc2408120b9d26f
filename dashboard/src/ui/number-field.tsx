import { useId, useState } from 'react'
import { useLocale } from 'react-aria-components/I18nProvider'
import { classNames } from './class-names.ts'
import { FieldFrame, describedBy } from './field.tsx'
import type { FieldProps } from './field.tsx'
import { readNumber, typedNumberPattern, writeNumber } from './typed-number.ts'
import { useUiTexts } from './ui-texts.ts'
import box from './field.module.css'
import styles from './number-field.module.css'

export interface NumberFieldProps extends FieldProps {
  /** null: empty. A text that is no number is also given to `onChange`, as it is: the server refuses it by its path. */
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
 * value, which the page's policy refuses, and reports the number only when the field is left.
 */
export function NumberField(props: NumberFieldProps) {
  const { label, hideLabel, hint, optional, saved, value, onChange, onBlur, unit, name } = props
  const { min = 0, max = Infinity, step = 1, isDisabled } = props
  const id = useId()
  const texts = useUiTexts()
  const { locale } = useLocale()
  const [typed, setTyped] = useState(textOf(value, locale))
  const [isLeft, setLeft] = useState(false)
  // What is typed stays as it is, unless the value was set from elsewhere.
  const shown = valueOf(typed, locale) === value ? typed : textOf(value, locale)
  const read = valueOf(shown, locale)
  // While it is typed, a number may be none yet: `10.0` on the way to `10.000`.
  const isFaulty = typeof read === 'string' && (isLeft || Boolean(props.fault))
  const fault = isFaulty ? texts.noNumber(exampleOf(locale)) : props.fault
  const set = (text: string): void => {
    if (!typedNumberPattern.test(text)) return
    setLeft(false)
    setTyped(text)
    onChange(valueOf(text, locale) as number | null)
  }
  const count = (by: number): void => {
    const from = typeof read === 'number' ? read : 0
    set(textOf(Math.min(max, Math.max(min, from + by)), locale))
  }
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
          onBlur={() => {
            setLeft(true)
            onBlur?.()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
            event.preventDefault()
            count(event.key === 'ArrowUp' ? step : -step)
          }}
          aria-invalid={fault ? true : undefined}
          aria-describedby={describedBy(id, { ...props, fault })}
        />
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
      </span>
    </FieldFrame>
  )
}

/** Returns the text of a value, which may be a text that was no number. */
function textOf(value: number | string | null, locale: string): string {
  if (typeof value === 'string') return value
  return value === null || Number.isNaN(value) ? '' : writeNumber(value, locale)
}

/** Returns the number, null for none, or the text itself where it is no number. */
function valueOf(text: string, locale: string): number | string | null {
  return text.trim() === '' ? null : (readNumber(text, locale) ?? text)
}

/** Returns a number with both signs, as the language writes it. */
function exampleOf(locale: string): string {
  return new Intl.NumberFormat(locale).format(12_345.5)
}
