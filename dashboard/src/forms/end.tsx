import { useState } from 'react'
import { zoneName } from '../format/instant.ts'
import { instantOf, localTimeOf } from '../format/local-time.ts'
import type { LocalTime } from '../format/local-time.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './campaign.module.css'

/**
 * Stands for an end that is half typed. The server refuses it, so the form is not saved with another end than is shown.
 */
const halfTyped = ''

export interface EndFieldProps {
  /** ISO 8601 UTC; null: no end; empty: it is half typed. */
  value: string | null
  onChange: (value: string | null) => void
  zone: string
  fault: string | undefined
}

/** When a campaign ends, as a date and time of its zone. */
export function EndField({ value, onChange, zone, fault }: EndFieldProps) {
  const { campaignForm: texts } = useMessages('campaignForm')
  const [draft, setTyped] = useState(() => shownOf(value, zone))
  const isOfDraft = draft !== null && value !== null && instantOf(draft, zone) === value
  // Another value: the form was reset, or somebody else's was taken over.
  const typed = isOfDraft || value === halfTyped ? draft : shownOf(value, zone)
  const set = (next: LocalTime) => {
    setTyped(next)
    onChange(instantOf(next, zone) ?? halfTyped)
  }
  if (typed === null)
    return (
      <div className={styles.line}>
        <span>{texts.noEnd}</span>
        <Button small onPress={() => set({ date: '', time: '18:00' })}>
          {texts.setEnd}
        </Button>
      </div>
    )
  return (
    <>
      <div className={styles.line}>
        <TextField
          label={texts.endDate}
          type="date"
          width="medium"
          value={typed.date}
          onChange={({ target }) => set({ ...typed, date: target.value })}
          fault={value === halfTyped ? texts.halfEnd : fault}
        />
        <TextField
          label={texts.endTime}
          type="time"
          width="medium"
          value={typed.time}
          onChange={({ target }) => set({ ...typed, time: target.value })}
        />
        <Button kind="word" small onPress={() => onChange(null)}>
          {texts.noEnd}
        </Button>
      </div>
      <p className={styles.note}>{texts.endsHint(zoneName(zone))}</p>
    </>
  )
}

/** Returns what the fields show of an end; null: there is none. */
function shownOf(value: string | null, zone: string): LocalTime | null {
  if (value === null) return null
  return value === halfTyped ? { date: '', time: '' } : localTimeOf(value, zone)
}
