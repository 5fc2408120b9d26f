import { useState } from 'react'
import type { List } from '../hooks/use-list.ts'
import { useMessages } from '../messages/use-messages.ts'
import { TextField } from '../ui/text-field.tsx'

interface SearchFieldProps {
  list: List
  /** The list's filter that it sets. */
  filter?: 'search' | 'q' | 'person' | 'field'
  /** What is searched, where the label does not say it. */
  hint?: string
  label?: string
  maxLength?: number
  /** `ltr` where only numbers are searched. */
  dir?: 'ltr'
}

/** Searches once the text is whole: on Enter, and when the field is left. It is part of the list's address. */
export function SearchField({ list, filter = 'search', ...field }: SearchFieldProps) {
  const set = list.filters[filter] ?? ''
  // A search that came by the address, or was taken away, begins anew.
  return <Field key={set} list={list} filter={filter} set={set} {...field} />
}

function Field(props: SearchFieldProps & { filter: 'search' | 'q' | 'person' | 'field'; set: string }) {
  const { list, filter, set, label, hint, maxLength, dir } = props
  const { common } = useMessages()
  const [typed, type] = useState(set)
  const apply = () => {
    if (typed.trim() !== set) list.setFilter(filter, typed.trim() || undefined)
  }
  return (
    <TextField
      label={label ?? common.search}
      type="search"
      width={label === undefined ? 'long' : 'medium'}
      placeholder={hint}
      maxLength={maxLength}
      dir={dir}
      value={typed}
      onChange={({ target }) => type(target.value)}
      onBlur={apply}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
    />
  )
}
