import { useState } from 'react'
import { TextField } from '../ui/text-field.tsx'
import { readDigits } from '../ui/typed-number.ts'

/** A count that somebody types to show that they know how much they are about to change. */
export interface TypedCount {
  typed: string
  type: (text: string) => void
  /** Whether the field shows its fault: a wrong count was submitted. */
  isWrong: boolean
  /** Takes that it was submitted; returns whether the count is right. */
  submit: () => boolean
}

/** Begins to ask for a count, in the digits of any language. */
export function useTypedCount(count: number): TypedCount {
  const [typed, type] = useState('')
  const [isTried, setTried] = useState(false)
  const isRight = readDigits(typed) === String(count)
  return {
    typed,
    type,
    isWrong: isTried && !isRight,
    submit: () => {
      setTried(true)
      return isRight
    },
  }
}

export interface TypedCountFieldProps {
  count: TypedCount
  label: string
  hint: string
  /** What is said of a wrong count. */
  fault: string
}

/** The field into which the count is typed. */
export function TypedCountField({ count, label, hint, fault }: TypedCountFieldProps) {
  return (
    <TextField
      label={label}
      hint={hint}
      fault={count.isWrong ? fault : undefined}
      width="short"
      inputMode="numeric"
      autoFocus
      value={count.typed}
      onChange={(event) => count.type(event.target.value)}
    />
  )
}
