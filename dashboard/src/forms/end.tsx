import { useState } from 'react'
import { instantOf, localTimeOf } from '../format/local-time.ts'
import { zoneName } from '../format/instant.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './campaign.module.css'

export interface EndFieldProps {
  /** ISO 8601 UTC; null: no end. */
  value: string | null
  onChange: (value: string | null) => void
  zone: string
  fault: string | undefined
}

/** When a campaign ends, as a date and time of its zone. */
export function EndField({ value, onChange, zone, fault }: EndFieldProps) {
  const { campaignForm: texts } = useMessages('campaignForm')
  const [draft, setTyped] = useState(() => (value === null ? null : localTimeOf(value, zone)))
  const meant = draft === null ? null : instantOf(draft, zone)
  // A date without a time, or half a date, is no other end yet.
  const isPartial = meant === null && draft !== null && draft.date !== '' && value !== null
  // Another value: the form was reset, or somebody else's was taken over.
  const typed = meant === value || isPartial ? draft : value === null ? null : localTimeOf(value, zone)
  if (typed === null)
    return (
      <div className={styles.line}>
        <span>{texts.noEnd}</span>
        <Button small onPress={() => setTyped({ date: '', time: '18:00' })}>
          {texts.setEnd}
        </Button>
      </div>
    )
  const set = (next: { date: string; time: string }) => {
    setTyped(next)
    const end = instantOf(next, zone)
    // Without a date there is no end.
    if (end !== null || next.date === '') onChange(end)
  }
  return (
    <>
      <div className={styles.line}>
        <TextField
          label={texts.endDate}
          type="date"
          width="medium"
          value={typed.date}
          onChange={({ target }) => set({ ...typed, date: target.value })}
          fault={fault}
        />
        <TextField
          label={texts.endTime}
          type="time"
          width="medium"
          value={typed.time}
          onChange={({ target }) => set({ ...typed, time: target.value })}
        />
        <Button
          kind="word"
          small
          onPress={() => {
            setTyped(null)
            onChange(null)
          }}
        >
          {texts.noEnd}
        </Button>
      </div>
      <p className={styles.note}>{texts.endsHint(zoneName(zone))}</p>
    </>
  )
}
