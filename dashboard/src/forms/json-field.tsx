import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Json } from '../hooks/merge-record.ts'
import { TextArea } from '../ui/text-field.tsx'

export interface JsonFieldProps {
  label: ReactNode
  hint?: ReactNode
  /** Lines that are shown. */
  rows: number
  value: unknown
  onChange: (value: Json) => void
  fault: string | undefined
}

/** A value of JSON as text. What is no JSON goes to the service as it is typed, which says so. */
export function JsonField({ value, onChange, ...field }: JsonFieldProps) {
  const [typed, type] = useState(() => JSON.stringify(value, null, 2))
  return (
    <TextArea
      {...field}
      mono
      dir="ltr"
      spellCheck={false}
      value={isOf(typed, value) ? typed : JSON.stringify(value, null, 2)}
      onChange={({ target }) => {
        type(target.value)
        onChange(parse(target.value))
      }}
    />
  )
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

function isOf(typed: string, value: unknown): boolean {
  return JSON.stringify(parse(typed)) === JSON.stringify(value)
}
