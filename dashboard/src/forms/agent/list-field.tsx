import { useState } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import type { TextFieldProps } from '../../ui/text-field.tsx'
import { readList } from './typed-text.ts'

export interface ListFieldProps extends Omit<TextFieldProps, 'value' | 'onChange'> {
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** Words with commas between them. What is typed stays as it is, so that a comma can be typed and taken back. */
export function ListField({ value, onChange, ...field }: ListFieldProps) {
  const shown = value.join(', ')
  const [typed, type] = useState(shown)
  const isOf = JSON.stringify(readList(typed)) === JSON.stringify(value)
  return (
    <TextField
      {...field}
      value={isOf ? typed : shown}
      onChange={({ target }) => {
        type(target.value)
        onChange(readList(target.value))
      }}
    />
  )
}
