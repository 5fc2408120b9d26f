import type { Data } from '../api/operations.ts'
import { When } from '../components/when.tsx'
import { useMessages } from '../messages/use-messages.ts'
import styles from './campaign.module.css'

type HoursAnswer = Data<'previewHours'>

/** Whether the hours are open at the instant that was asked for, why, and until when. */
export function HoursSentence({ answer, zone }: { answer: HoursAnswer; zone: string }) {
  const { hoursAnswers: answers } = useMessages('campaignForm').campaignForm
  const { sentence, at, exists, second_at, is_open, code, opens_at, closes_at } = answer
  if (answers === null) return <bdi className={styles.answer}>{sentence}</bdi>
  return (
    <span className={styles.answer}>
      {!exists && <>{answers.skipped(<When at={at} zone={zone} />)} </>}
      {second_at !== null && <>{answers.twice} </>}
      {is_open ? answers.open : answers.closed} {answers.reasons[code] ?? <bdi>{sentence}</bdi>}
      {opens_at !== null && <> {answers.opens(<When at={opens_at} zone={zone} />)}</>}
      {closes_at !== null && <> {answers.closes(<When at={closes_at} zone={zone} />)}</>}
    </span>
  )
}

/** How the clocks change. */
export function ClockSentence({
  change,
  zone,
}: {
  change: NonNullable<HoursAnswer['clock_change']>
  zone: string
}) {
  const { hoursAnswers: answers } = useMessages('campaignForm').campaignForm
  const { sentence, at, from, to } = change
  if (answers === null) return <bdi>{sentence}</bdi>
  return answers.clocks(<When at={at} zone={zone} form="day" />, <bdi>{from}</bdi>, <bdi>{to}</bdi>)
}

/** Whether the hours are open where the callee is, why those zones decide, and until when. */
export function CalleeSentence({ answer }: { answer: Data<'previewCalleeHours'> }) {
  const { hoursAnswers: answers } = useMessages('campaignForm').campaignForm
  const { sentence, source, zones, is_open, opens_at, held_by } = answer
  if (answers === null) return <bdi className={styles.answer}>{sentence}</bdi>
  return (
    <span className={styles.answer}>
      {answers.sources[source] ?? <bdi>{sentence}</bdi>} {zones.length > 1 && <>{answers.all} </>}
      {is_open ? answers.open : answers.closed}
      {!is_open && opens_at === null && <> {answers.never}</>}
      {opens_at !== null && held_by !== null && <> {answers.opens(<When at={opens_at} zone={held_by} />)}</>}
    </span>
  )
}
