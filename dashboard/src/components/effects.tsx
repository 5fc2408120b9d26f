import type { DryRun } from '../hooks/use-record-form.ts'
import { StatusMark } from '../ui/status-mark.tsx'
import type { Status } from '../ui/status-mark.tsx'
import styles from './effects.module.css'

const marks: Record<string, Status> = {
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
  plan_stops: 'failed',
  plan_resumes: 'rings',
  sends_refused: 'failed',
  links_beyond_plan: 'held',
  customer_fields_unknown: 'held',
}

/** Returns the mark of what an edit does, by its code. */
export function statusOfEffect(code: string): Status {
  return marks[code] ?? 'unknown'
}

/** What an edit does beyond the record, one line each. */
export function Effects({ effects }: { effects: DryRun['effects'] }) {
  return (
    <ul className={styles.effects}>
      {effects.map(({ code, sentence }) => (
        <li key={code + sentence} className={styles.effect}>
          <StatusMark status={statusOfEffect(code)} />
          <span>
            <bdi>{sentence}.</bdi>
          </span>
        </li>
      ))}
    </ul>
  )
}
