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

/** A refusal: in the reader's words where its code is known, else in the server's; what to do, and the request id. */
export function Failure({ error, onRetry, action }: FailureProps) {
  const { common } = useMessages()
  return (
    <div role="alert" className={styles.failure}>
      <StatusMark status="failed" />
      <FailureText error={error}>
        {onRetry !== undefined && (
          <div className={styles.action}>
            <Button small onPress={onRetry}>
              {common.tryAgain}
            </Button>
          </div>
        )}
        {action}
      </FailureText>
    </div>
  )
}

interface FailureTextProps {
  error: unknown
  /** What was tried, or with what, where it does not stand beside. */
  of?: ReactNode
  children?: ReactNode
}

/** What a refusal says, for a message at the edge of the page, which has a mark of its own. */
export function FailureText({ error, of, children }: FailureTextProps) {
  const { failure } = useMessages()
  const refusals = useRefusals()
  const { code, message, requestId, faults } = asApiError(error)
  const known = refusals[code]
  return (
    <div className={styles.text}>
      {of !== undefined && <p>{of}</p>}
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
      {children}
    </div>
  )
}
