import { useEffect, useRef } from 'react'
import { TextField } from '../ui/text-field.tsx'

interface DayFilterProps {
  label: string
  /** Such as `2026-11-22`; empty for none. */
  value: string
  onChange: (day: string) => void
}

/** Typing is over after this time without a key. */
const typedMs = 600

/**
 * A day that filters. What is typed over another day is a whole day after each key, so it is applied once typing
 * pauses, on Enter and when the field is left; and the field keeps the focus.
 */
export function DayFilter({ label, value, onChange }: DayFilterProps) {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  // Another day came by the address.
  useEffect(() => {
    if (field.current !== null && field.current.value !== value) field.current.value = value
  }, [value])
  const apply = (): void => {
    clearTimeout(timer.current)
    const day = field.current?.value ?? ''
    // While a year is being typed, the day is not there yet.
    if (day !== value && (day === '' || /^[12]\d{3}-/.test(day))) change.current(day)
  }
  return (
    <TextField
      ref={field}
      label={label}
      type="date"
      width="medium"
      defaultValue={value}
      onChange={() => {
        clearTimeout(timer.current)
        timer.current = setTimeout(apply, typedMs)
      }}
      onBlur={apply}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
    />
  )
}
