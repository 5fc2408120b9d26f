import { useState } from 'react'
import type { List } from '../hooks/use-list.ts'
import { useMessages } from '../messages/use-messages.ts'
import { TextField } from '../ui/text-field.tsx'

/** Searches once the text is whole: on Enter, and when the field is left. It is part of the list's address. */
export function SearchField({ list, hint }: { list: List; hint: string }) {
  const set = list.filters['search'] ?? ''
  // A search that came by the address, or was taken away, begins anew.
  return <Field key={set} list={list} set={set} hint={hint} />
}

function Field({ list, set, hint }: { list: List; set: string; hint: string }) {
  const { common } = useMessages()
  const [typed, type] = useState(set)
  const apply = () => {
    if (typed.trim() !== set) list.setFilter('search', typed.trim() || undefined)
  }
  return (
    <TextField
      label={common.search}
      type="search"
      width="long"
      placeholder={hint}
      value={typed}
      onChange={({ target }) => type(target.value)}
      onBlur={apply}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
    />
  )
}
