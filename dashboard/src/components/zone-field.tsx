import { Suspense, lazy, useMemo } from 'react'
import { offeredZones } from '../format/time-zones.ts'
import type { ComboBoxProps } from '../ui/combo-box.tsx'
import { TextField } from '../ui/text-field.tsx'

/** Brings a list with a search of its own, which weighs as much as a page. */
const ComboBox = lazy(async () => ({ default: (await import('../ui/combo-box.tsx')).ComboBox }))

/** A time zone, found by typing. Until the list has loaded, the chosen one stands in its place. */
export function ZoneField(props: Omit<ComboBoxProps, 'choices'>) {
  const { label, hint, fault, value } = props
  const choices = useMemo(() => offeredZones(value).map((id) => ({ id, label: labelOf(id) })), [value])
  const chosen = value === null ? '' : labelOf(value)
  return (
    <Suspense fallback={<TextField {...{ label, hint, fault }} value={chosen} readOnly />}>
      <ComboBox {...props} choices={choices} />
    </Suspense>
  )
}

function labelOf(zone: string): string {
  return zone.replaceAll('_', ' ')
}
