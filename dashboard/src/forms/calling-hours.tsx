import { X } from 'lucide-react'
import { Suspense, lazy, useRef, useState } from 'react'
import { Week, dayIds } from '../components/week.tsx'
import type { CallingHours } from '../components/week.tsx'
import { ZoneField } from '../components/zone-field.tsx'
import { calleeZone, hoursZone } from '../format/hours-zone.ts'
import { formatNumber } from '../format/number.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FieldFault } from '../ui/field.tsx'
import { focusOnceGone } from '../ui/focus-once-gone.ts'
import { Form } from '../ui/form.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './campaign.module.css'

/** Is asked for by few, so it is brought when it is. */
const HoursQuestion = lazy(async () => ({
  default: (await import('./hours-question.tsx')).HoursQuestion,
}))

/** What new hours begin with, so that there is something to change. */
const firstWindow = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '18:00' }

type Window = CallingHours['windows'][number]

export interface CallingHoursFieldsProps {
  /** null: always open. */
  value: CallingHours | null
  onChange: (value: CallingHours | null) => void
  /** The zone of new hours. */
  zone: string
  faultAt: (path: string) => string | undefined
  /** The fault of this path alone, not of those below it. */
  faultOf: (path: string) => string | undefined
}

/** Calling hours as rows, with the week that they make. */
export function CallingHoursFields({ value, onChange, zone, faultAt, faultOf }: CallingHoursFieldsProps) {
  const { campaignForm: texts, campaigns, locale } = useMessages('campaignForm', 'campaigns')
  const [dialog, setDialog] = useState<'dates' | 'question' | null>(null)
  // Another clock is looked at and left again: the zone is as before.
  const lastZone = useRef<string | null>(null)
  if (value === null)
    return (
      <>
        <p>
          {texts.always}. <span className={styles.note}>{texts.alwaysHint}</span>
        </p>
        <Button
          small
          id="set-hours"
          onPress={() => {
            focusOnceGone('hours-clock')
            onChange({ timezone: zone, windows: [firstWindow], closed_dates: [] })
          }}
        >
          {texts.setHours}
        </Button>
        <FieldFault>{faultAt('calling_hours')}</FieldFault>
      </>
    )
  const clock = value.timezone === calleeZone ? 'callee' : value.also_callee === true ? 'both' : 'zone'
  return (
    <div className={styles.hours}>
      <div className={styles.rows}>
        <Select
          id="hours-clock"
          label={texts.clock}
          value={clock}
          choices={['zone', 'callee', 'both'].map((one) => ({ value: one, label: texts.clocks[one]! }))}
          onChange={({ target }) => {
            if (value.timezone !== calleeZone) lastZone.current = value.timezone
            onChange(withClock(value, target.value, lastZone.current ?? zone))
          }}
          fault={faultAt('calling_hours.also_callee')}
        />
        {clock === 'callee' ? (
          <FieldFault>{faultAt('calling_hours.timezone')}</FieldFault>
        ) : (
          <ZoneField
            label={texts.zone}
            hint={texts.zoneHint}
            value={value.timezone}
            onChange={(timezone) => timezone !== null && onChange({ ...value, timezone })}
            fault={faultAt('calling_hours.timezone')}
          />
        )}
        {clock !== 'zone' && <p className={styles.note}>{campaigns.hoursAtCallee}</p>}
        <Rows hours={value} onChange={onChange} faultAt={faultAt} faultOf={faultOf} />
        <FieldFault>{faultOf('calling_hours.windows') ?? faultOf('calling_hours')}</FieldFault>
        <div className={styles.actions}>
          <Button
            small
            id="add-hours"
            onPress={() => onChange({ ...value, windows: [...value.windows, nextWindow(value)] })}
          >
            {texts.addHours}
          </Button>
          <Button small onPress={() => setDialog('dates')}>
            {texts.closedDates(formatNumber(value.closed_dates.length, locale))}
          </Button>
          <Button kind="word" small onPress={() => setDialog('question')}>
            {texts.whatHappens}
          </Button>
          <Button
            kind="word"
            small
            onPress={() => {
              focusOnceGone('set-hours')
              onChange(null)
            }}
          >
            {texts.removeHours}
          </Button>
        </div>
        <FieldFault>{faultAt('calling_hours.closed_dates')}</FieldFault>
      </div>
      <Week hours={value} />
      {dialog === 'dates' && (
        <ClosedDates
          dates={value.closed_dates}
          onChange={(closed_dates) => onChange({ ...value, closed_dates })}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'question' && (
        <Suspense>
          <HoursQuestion hours={value} zone={zone} onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </div>
  )
}

/** Returns the hours by another clock: of a zone, of the callee, or of both. */
function withClock(hours: CallingHours, clock: string, zone: string): CallingHours {
  const { windows, closed_dates } = hours
  if (clock === 'callee') return { timezone: calleeZone, windows, closed_dates }
  const inZone = { timezone: hoursZone(hours, zone), windows, closed_dates }
  return clock === 'both' ? { ...inZone, also_callee: true } : inZone
}

/** The first day that has no hours yet, so that a new row is no fault. */
function nextWindow({ windows }: CallingHours): Window {
  const taken = new Set(windows.flatMap(({ days }) => days))
  return { ...firstWindow, days: [dayIds.find((day) => !taken.has(day)) ?? 'sun'] }
}

interface RowsProps extends Pick<CallingHoursFieldsProps, 'onChange' | 'faultAt' | 'faultOf'> {
  hours: CallingHours
}

function Rows({ hours, onChange, faultAt, faultOf }: RowsProps) {
  const { campaignForm: texts, locale } = useMessages('campaignForm')
  const { windows } = hours
  const rows = useRowKeys(windows.length)
  /** The server counts windows from 0, the form its rows from 1. */
  const inRows = (message: string | undefined) =>
    message?.replaceAll(/windows\[(\d+)\]/g, (_, index: string) =>
      texts.rowOf(formatNumber(Number(index) + 1, locale)),
    )
  const setWindows = (next: Window[]) => onChange({ ...hours, windows: next })
  return windows.map((window, index) => (
    <Row
      key={rows.keys[index]}
      number={formatNumber(index + 1, locale)}
      window={window}
      onChange={(change) => setWindows(windows.with(index, { ...window, ...change }))}
      removeId={`remove-hours-${index}`}
      onRemove={() => {
        focusOnceGone(`remove-hours-${index}`, `remove-hours-${index - 1}`, 'add-hours')
        rows.remove(index)
        setWindows(windows.toSpliced(index, 1))
      }}
      faultAt={(field) => inRows(faultAt(`calling_hours.windows[${index}].${field}`))}
      fault={inRows(faultOf(`calling_hours.windows[${index}]`))}
    />
  ))
}

/** Returns a key for each row, which it keeps when a row above it is removed. */
function useRowKeys(count: number): { keys: readonly number[]; remove: (index: number) => void } {
  const [keys, setKeys] = useState<readonly number[]>([])
  const last = Math.max(0, ...keys)
  const all = Array.from({ length: count }, (_, index) => keys[index] ?? last + 1 + index)
  return { keys: all, remove: (index) => setKeys(all.toSpliced(index, 1)) }
}

interface RowProps {
  number: string
  window: Window
  onChange: (window: Partial<Window>) => void
  removeId: string
  onRemove: () => void
  faultAt: (field: string) => string | undefined
  fault: string | undefined
}

const spans: Record<string, readonly string[]> = {
  weekdays: dayIds.slice(0, 5),
  weekend: dayIds.slice(5),
  all: dayIds,
  ...Object.fromEntries(dayIds.map((day) => [day, [day]])),
}

function Row({ number, window, onChange, removeId, onRemove, faultAt, fault }: RowProps) {
  const { campaignForm: texts } = useMessages('campaignForm')
  const known = Object.entries(spans).find(([, days]) => isSameSet(days, window.days))?.[0]
  const [isChosen, setChosen] = useState(false)
  const showsDays = isChosen || known === undefined
  const faults = [faultAt('days'), faultAt('from'), faultAt('to'), fault].filter((one) => one !== undefined)
  return (
    <fieldset aria-label={texts.row(texts.hours, number)}>
      <div className={styles.row}>
        <div className={styles.days}>
          <Select
            label={texts.days(number)}
            hideLabel
            value={showsDays ? 'chosen' : known}
            choices={[
              { value: 'weekdays', label: texts.daySpans.weekdays },
              ...dayIds.map((day) => ({ value: day, label: texts.dayNames[day]! })),
              { value: 'weekend', label: texts.daySpans.weekend },
              { value: 'all', label: texts.daySpans.all },
              { value: 'chosen', label: texts.daySpans.chosen },
            ]}
            onChange={({ target }) => {
              setChosen(target.value === 'chosen')
              const days = spans[target.value]
              if (days !== undefined) onChange({ days: [...days] })
            }}
            aria-invalid={faultAt('days') === undefined ? undefined : true}
          />
        </div>
        <Time
          label={texts.from(number)}
          value={window.from}
          isFaulty={faultAt('from') !== undefined || fault !== undefined}
          onChange={(from) => onChange({ from })}
        />
        <span>{texts.toWord}</span>
        <Time
          label={texts.to(number)}
          value={window.to}
          isFaulty={faultAt('to') !== undefined}
          onChange={(to) => onChange({ to })}
        />
        <span className={styles.remove}>
          <Button kind="word" small id={removeId} aria-label={texts.removeRow(number)} onPress={onRemove}>
            <span className={styles.word}>{texts.remove}</span>
            <span className={styles.sign}>
              <X size={16} aria-hidden="true" />
            </span>
          </Button>
        </span>
        {window.to < window.from && window.to !== '' && <span className={styles.note}>{texts.nextDay}</span>}
      </div>
      {showsDays && (
        <div className={styles.chosen}>
          {dayIds.map((day) => (
            <Checkbox
              key={day}
              label={texts.dayLong[day]}
              checked={window.days.includes(day)}
              onChange={({ target }) => {
                // The boxes stay, even if these days have a name of their own.
                setChosen(true)
                onChange({
                  days: dayIds.filter((one) => (one === day ? target.checked : window.days.includes(one))),
                })
              }}
            />
          ))}
        </div>
      )}
      <FieldFault>{faults.length === 0 ? undefined : faults.join(' ')}</FieldFault>
    </fieldset>
  )
}

interface TimeProps {
  label: string
  value: string
  isFaulty: boolean
  onChange: (value: string) => void
}

/** A time of day as text, since the browsers' own fields know no 24:00. "9" and "930" become "09:00" and "09:30". */
function Time({ label, value, isFaulty, onChange }: TimeProps) {
  return (
    <div className={styles.time}>
      <TextField
        label={label}
        hideLabel
        width="full"
        inputMode="numeric"
        maxLength={5}
        dir="ltr"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onBlur={() => onChange(completeTime(value))}
        // The sentence stands below the row.
        aria-invalid={isFaulty ? true : undefined}
      />
    </div>
  )
}

function completeTime(text: string): string {
  const digits = /^(\d{1,2})[:.]?(\d\d)?$/.exec(text.trim())
  if (digits === null) return text
  return `${digits[1]!.padStart(2, '0')}:${digits[2] ?? '00'}`
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item) => other.includes(item))
}

interface ClosedDatesProps {
  dates: readonly string[]
  onChange: (dates: string[]) => void
  onClose: () => void
}

function ClosedDates({ dates, onChange, onClose }: ClosedDatesProps) {
  const { campaignForm: texts, locale } = useMessages('campaignForm')
  const [date, setDate] = useState('')
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
  return (
    <Dialog
      title={texts.closedDatesTitle}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>{texts.done}</Button>}
    >
      <p>{texts.closedDatesLead}</p>
      {dates.length === 0 ? (
        <p className={styles.note}>{texts.noDates}</p>
      ) : (
        <ul className={styles.dates}>
          {dates.map((one, index) => (
            <li key={one} className={styles.date}>
              <span>{Number.isNaN(Date.parse(one)) ? one : day.format(new Date(`${one}T00:00:00Z`))}</span>
              <Button
                kind="word"
                small
                id={`remove-date-${index}`}
                aria-label={texts.removeDate(one)}
                onPress={() => {
                  focusOnceGone(`remove-date-${index}`, `remove-date-${index - 1}`, 'add-date')
                  onChange(dates.filter((other) => other !== one))
                }}
              >
                {texts.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Form
        className={styles.line}
        onSubmit={() => {
          if (date !== '' && !dates.includes(date)) onChange([...dates, date].toSorted())
          setDate('')
        }}
      >
        <TextField
          label={texts.date}
          type="date"
          width="medium"
          value={date}
          onChange={({ target }) => setDate(target.value)}
        />
        <Button type="submit" id="add-date">
          {texts.addDate}
        </Button>
      </Form>
    </Dialog>
  )
}
