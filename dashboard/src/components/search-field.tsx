import { useState } from 'react'
import type { List } from '../hooks/use-list.ts'
import { useMessages } from '../messages/use-messages.ts'
import { TextField } from '../ui/text-field.tsx'

interface SearchFieldProps {
  list: List
  /** The list's filter that it sets. */
  filter?: string
  /** What is searched, where the label does not say it. */
  hint?: string
  label?: string
  maxLength?: number
  /** `ltr` where only numbers or addresses are searched. */
  dir?: 'ltr'
  type?: 'search' | 'tel' | 'text'
}

/**
 * Searches once the text is whole: on Enter, and when the field is left. It is part of the list's address. The field
 * keeps the focus, so that a search can be mended.
 */
export function SearchField(props: SearchFieldProps) {
  const { list, filter = 'search', label, hint, maxLength, dir, type = 'search' } = props
  const { common } = useMessages()
  const set = list.filters[filter] ?? ''
  const [field, change] = useState({ typed: set, asked: set, set })
  // A search that came by the address, or was taken away, begins anew; what is typed meanwhile stays.
  if (field.set !== set) change({ typed: set === field.asked ? field.typed : set, asked: set, set })
  const apply = () => {
    const asked = field.typed.trim()
    if (asked === set) return
    change({ ...field, asked })
    list.setFilter(filter, asked || undefined)
  }
  return (
    <TextField
      label={label ?? common.search}
      type={type}
      width={label === undefined ? 'long' : 'medium'}
      placeholder={hint}
      maxLength={maxLength}
      dir={dir}
      value={field.typed}
      onChange={({ target }) => change({ ...field, typed: target.value })}
      onBlur={apply}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
    />
  )
}
