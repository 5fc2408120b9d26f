import { Suspense, lazy } from 'react'
import type { ComboBoxProps } from '../ui/combo-box.tsx'
import { TextField } from '../ui/text-field.tsx'

/** Brings a list with a search of its own, which weighs as much as a page. */
const ComboBox = lazy(async () => ({ default: (await import('../ui/combo-box.tsx')).ComboBox }))

/** A time zone, found by typing. Until the list has loaded, the chosen one stands in its place. */
export function ZoneField(props: ComboBoxProps) {
  const { label, hint, fault, choices, value } = props
  const chosen = choices.find(({ id }) => id === value)?.label ?? ''
  return (
    <Suspense fallback={<TextField {...{ label, hint, fault }} value={chosen} readOnly />}>
      <ComboBox {...props} />
    </Suspense>
  )
}
