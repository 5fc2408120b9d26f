import type { ReactNode } from 'react'
import { asApiError } from '../api/errors.ts'
import { useMessages, useRefusals } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { CopyId } from '../ui/copy-id.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import styles from './failure.module.css'

export interface FailureProps {
  error: unknown
  onRetry?: (() => void) | undefined
  /** Another button than "Try again". */
  action?: ReactNode
}

/** What a refusal says, in one sentence, for messages at the edge of the page. */
export function FailureSentence({ error }: { error: unknown }) {
  const refusals = useRefusals()
  const { code, message } = asApiError(error)
  return refusals[code]?.what ?? <span data-stored="">{message}</span>
}

/** A refusal: in the reader's words where its code is known, else in the server's; what to do, and the request id. */
export function Failure({ error, onRetry, action }: FailureProps) {
  const { failure, common } = useMessages()
  const refusals = useRefusals()
  const { code, message, requestId, faults } = asApiError(error)
  const known = refusals[code]
  return (
    <div role="alert" className={styles.failure}>
      <StatusMark status="failed" />
      <div className={styles.text}>
        <p className={styles.what}>{known?.what ?? <span data-stored="">{message}</span>}</p>
        {known?.detail === true && faults.length === 0 && (
          <p className={styles.advice} data-stored="">
            {message}
          </p>
        )}
        {known !== undefined && <p className={styles.advice}>{known.advice}</p>}
        {faults.length > 0 && (
          <ul className={styles.advice}>
            {faults.map((fault) => (
              <li key={fault.path + fault.message}>
                <code>{fault.path}</code> <span data-stored="">{fault.message}</span>
              </li>
            ))}
          </ul>
        )}
        {requestId !== null && (
          <p className={styles.id}>
            {failure.requestId} <CopyId value={requestId} label={failure.requestId} />
          </p>
        )}
        {onRetry !== undefined && (
          <div className={styles.action}>
            <Button small onPress={onRetry}>
              {common.tryAgain}
            </Button>
          </div>
        )}
        {action}
      </div>
    </div>
  )
}
