import type { ReactNode } from 'react'
import type { Effect } from '../api/generated.ts'
import { formatNumber } from '../format/number.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { StatusMark } from '../ui/status-mark.tsx'
import type { Status } from '../ui/status-mark.tsx'
import styles from './effects.module.css'

const marks: Record<Effect['code'], Status> = {
  calls_dialled: 'rings',
  calls_wait_for_release: 'held',
  calls_wait_for_hours: 'waits',
  calls_expire: 'closed',
  calls_fail: 'failed',
  calls_go_on: 'live',
  calls_beyond_slots: 'live',
  callbacks_refused: 'failed',
  campaigns_follow: 'rings',
  campaigns_call_from: 'rings',
  broadcasts_stop: 'held',
  broadcasts_go_on: 'live',
  webhooks_refused: 'failed',
  plan_stops: 'failed',
  plan_resumes: 'rings',
  sends_refused: 'failed',
  links_beyond_plan: 'held',
  customer_fields_unknown: 'held',
  campaigns_dial_nothing: 'held',
}

/** Returns the mark of what an edit does, by its code. */
export function statusOfEffect(code: string): Status {
  return (marks as Record<string, Status>)[code] ?? 'unknown'
}

/** What an edit does beyond the record, one line each. */
export function Effects({ effects }: { effects: readonly Effect[] }) {
  return (
    <ul className={styles.effects}>
      {effects.map((effect) => (
        <li key={effect.code + effect.sentence} className={styles.effect}>
          <StatusMark status={statusOfEffect(effect.code)} />
          <span>
            <EffectText effect={effect} />
          </span>
        </li>
      ))}
    </ul>
  )
}

type MakeText = (shown: string, count: number, opensAt: ReactNode | null, names: ReactNode) => ReactNode

/** One effect in the reader's language; in the server's words where a newer server has a code without a text. */
export function EffectText({ effect }: { effect: Effect }) {
  const { effects, locale } = useMessages('effects')
  const { code, sentence, count, opens_at, names } = effect
  // A code of the server without a text is a type error here.
  const texts: Record<Effect['code'], MakeText> = effects
  const text = (texts as Partial<typeof texts>)[code]
  if (text === undefined) return <span data-stored="">{sentence}.</span>
  const opensAt = opens_at === null ? null : <OpensAt at={opens_at} />
  return text(formatNumber(count, locale), count, opensAt, <code dir="ltr">{names.join(', ')}</code>)
}

/** Only calls wait for hours, so the page has a project. */
function OpensAt({ at }: { at: string }) {
  const { zone } = usePlace()
  return <bdi>{useFormats(zone).instant(at)}</bdi>
}
