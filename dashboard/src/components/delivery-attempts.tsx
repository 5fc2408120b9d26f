import type { WebhookDeliveryDetail } from '../api/generated.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Code } from '../ui/code.tsx'
import { Empty } from '../ui/empty.tsx'
import { StatusWord } from '../ui/status-mark.tsx'
import { Stored } from './stored.tsx'
import { When } from './when.tsx'
import styles from './delivery-attempts.module.css'

/** The service answers no more. */
const attemptsMax = 100

/** What each try of a delivery came to, the last first, with when the next one is. */
export function DeliveryAttempts({
  delivery: { attempts, next_at: at },
}: {
  delivery: WebhookDeliveryDetail
}) {
  const { webhooks: texts } = useMessages('webhooks')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  const next = at !== null && (
    <p className={styles.next}>{texts.nextAt(<When at={at} zone={zone} seconds />)}</p>
  )
  if (attempts.length === 0)
    return (
      <>
        <Empty>{texts.noAttempts}</Empty>
        {next}
      </>
    )
  return (
    <>
      {next}
      <ol className={styles.attempts} aria-label={texts.attempts}>
        {attempts.map((attempt) => (
          <li key={attempt.n} className={styles.attempt}>
            <div className={styles.head}>
              <StatusWord status={attempt.reason === null ? 'done' : 'failed'}>
                {texts.attemptName(formats.number(attempt.n))}
              </StatusWord>
              <span>
                {attempt.reason === null ? (
                  texts.statusOf(String(attempt.status))
                ) : (
                  <Stored text={attempt.reason} />
                )}
              </span>
              <span className={styles.about}>{texts.milliseconds(formats.number(attempt.milliseconds))}</span>
              <span className={styles.about}>
                <When at={attempt.at} zone={zone} seconds />
              </span>
            </div>
            {attempt.answer !== null && attempt.answer !== '' && (
              <Code
                text={attempt.answer}
                label={`${texts.answer}, ${texts.attemptName(formats.number(attempt.n))}`}
              />
            )}
          </li>
        ))}
      </ol>
      {attempts.length === attemptsMax && <p className={styles.about}>{texts.moreAttempts}</p>}
    </>
  )
}
