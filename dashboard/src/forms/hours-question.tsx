import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listQuery } from '../api/queries.ts'
import { Loaded } from '../components/loaded.tsx'
import type { CallingHours } from '../components/week.tsx'
import { When } from '../components/when.tsx'
import { hoursZone, isAtCallee } from '../format/hours-zone.ts'
import { localTimeOf } from '../format/local-time.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Section } from '../ui/section.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { TextField } from '../ui/text-field.tsx'
import { CalleeSentence, ClockSentence, HoursSentence } from './hours-sentence.tsx'
import styles from './campaign.module.css'

export interface HoursQuestionProps {
  hours: CallingHours
  /** The project's zone, for hours that have none of their own. */
  zone: string
  onClose: () => void
}

/** "What happens at": a date and time, and what the hours of the form say about it, for a number if one is given. */
export function HoursQuestion({ hours, zone, onClose }: HoursQuestionProps) {
  const { campaignForm: texts, common } = useMessages('campaignForm')
  const { ids } = usePlace()
  const timezone = hoursZone(hours, zone)
  const [number, setNumber] = useState('')
  const [asked, ask] = useState(() => localTimeOf(Date.now(), timezone))
  const at = /^\d{4}-\d\d-\d\d$/.test(asked.date) && /^\d\d:\d\d$/.test(asked.time)
  const body = {
    // What is typed may be no hours yet: the server says so.
    calling_hours: hours as never,
    timezone,
    ...(at && { at: `${asked.date}T${asked.time}` }),
  }
  const preview = useQuery(listQuery('previewHours', { ...ids, body }))
  const asksNumber = isAtCallee(hours)
  return (
    <Dialog
      title={texts.whatHappensTitle}
      isOpen
      onClose={onClose}
      wide
      actions={<Button onPress={onClose}>{common.close}</Button>}
    >
      <p>{texts.whatHappensLead}</p>
      <div className={styles.line}>
        <TextField
          label={texts.askDate}
          type="date"
          width="medium"
          value={asked.date}
          onChange={({ target }) => ask({ ...asked, date: target.value })}
        />
        <TextField
          label={texts.askTime}
          type="time"
          width="medium"
          value={asked.time}
          onChange={({ target }) => ask({ ...asked, time: target.value })}
        />
        {asksNumber && (
          <TextField
            label={texts.askNumber}
            type="tel"
            dir="ltr"
            width="medium"
            value={number}
            onChange={({ target }) => setNumber(target.value)}
          />
        )}
      </div>
      {asksNumber && number.trim().length > 5 && (
        <NumberAnswer body={{ ...body, phone_number: number.trim() }} />
      )}
      <div aria-live="polite">
        <Loaded query={preview}>
          {(answer) => (
            <div className={styles.fields}>
              <p className={styles.line}>
                <StatusMark status={answer.is_open ? 'done' : 'closed'} />
                <HoursSentence answer={answer} zone={timezone} />
              </p>
              {answer.clock_change !== null && (
                <p className={styles.note}>
                  <ClockSentence change={answer.clock_change} zone={timezone} />
                </p>
              )}
              <div className={styles.full}>
                <Section title={texts.nextOpenings}>
                  {answer.openings.length === 0 ? (
                    <p>{texts.noOpenings}</p>
                  ) : (
                    // It scrolls, so it can have the focus.
                    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
                    <ol className={styles.openings} tabIndex={0} aria-label={texts.nextOpenings}>
                      {answer.openings.map((opening) => (
                        <li key={opening.opens_at}>
                          {opening.closes_at === null ? (
                            <When at={opening.opens_at} zone={timezone} />
                          ) : (
                            texts.opening(
                              <When at={opening.opens_at} zone={timezone} />,
                              <When at={opening.closes_at} zone={timezone} form="minute" />,
                            )
                          )}
                          {opening.clock_change !== null && (
                            <div className={styles.note}>
                              <ClockSentence change={opening.clock_change} zone={timezone} />
                            </div>
                          )}
                        </li>
                      ))}
                    </ol>
                  )}
                </Section>
              </div>
            </div>
          )}
        </Loaded>
      </div>
    </Dialog>
  )
}

/** What the hours say about a call to one number, with the zones that decide. */
function NumberAnswer({ body }: { body: { phone_number: string; timezone: string; calling_hours: never } }) {
  const { campaignForm: texts } = useMessages('campaignForm')
  const { ids } = usePlace()
  const preview = useQuery(listQuery('previewCalleeHours', { ...ids, body }))
  return (
    <div aria-live="polite">
      <Loaded query={preview}>
        {(answer) => (
          <>
            <p className={styles.line}>
              <StatusMark status={answer.is_open ? 'done' : 'closed'} />
              <CalleeSentence answer={answer} />
            </p>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so it can have the focus */}
            <ul className={styles.openings} tabIndex={0} aria-label={texts.zonesOfNumber}>
              {answer.zones.map((one) => (
                <li key={one.timezone}>
                  <bdi>{one.timezone.replaceAll('_', ' ')}</bdi> <bdi>{one.local.slice(11)}</bdi>{' '}
                  {one.is_open ? texts.openThere : texts.closedThere}
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </div>
  )
}
