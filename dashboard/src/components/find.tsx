import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Found } from '../api/operations.ts'
import { listQuery } from '../api/queries.ts'
import { formatPhone } from '../format/phone.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { useMedia } from '../hooks/use-media.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { Form } from '../ui/form.tsx'
import { Link } from '../ui/link.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Failure } from './failure.tsx'
import { addressOf } from './found-address.ts'
import { PasteButton } from './paste-button.tsx'
import { statusOf } from './status-badge.tsx'
import type { CurrentPlace } from './use-current-place.ts'
import styles from './find.module.css'

export interface FindDialogProps {
  current: CurrentPlace
  isOpen: boolean
  onClose: () => void
  /** What was pasted already; its first is gone to. */
  pasted?: string
}

/** Finds anything of the organization by id, number or name. Enter goes to the first. */
export function FindDialog({ isOpen, ...finder }: FindDialogProps) {
  const { shell } = useMessages('shell')
  return (
    <Dialog title={shell.find} isOpen={isOpen} onClose={finder.onClose} wide>
      <Finder {...finder} />
    </Dialog>
  )
}

function Finder({ current, onClose, pasted = '' }: Omit<FindDialogProps, 'isOpen'>) {
  // All that is shown is loaded before the field is there. Loaded with the first lines, it would hide the field again.
  const { shell, common, broadcasts, calls } = useMessages('shell', 'broadcasts', 'calls')
  const states: States = {
    call: calls.states,
    conversation: { ...calls.states, live: shell.liveNow },
    message: broadcasts.states,
  }
  const navigate = useNavigate()
  const isTouched = useMedia('(pointer: coarse)')
  const [text, setText] = useState(pasted)
  // A link that was pressed leads away under the dialog, which is done then.
  const { key } = useLocation()
  const [openedAt] = useState(key)
  useEffect(() => {
    if (key !== openedAt) onClose()
  }, [key, openedAt, onClose])
  const sought = useDeferredValue(text.trim())
  const found = useQuery({
    ...listQuery('find', { organization_id: current.organization._id, q: sought }),
    enabled: sought.length > 1,
  })
  const items = sought.length > 1 ? (found.data?.items ?? []) : []
  // What is shown may still be what was found for less of the text.
  const isSettled = sought === text.trim() && found.isSuccess && !found.isPlaceholderData
  const first = isSettled ? items[0] : undefined
  /** The text for which Enter was pressed; its first is gone to once it is found. */
  const [entered, setEntered] = useState<string | null>(pasted === '' ? null : pasted)
  useEffect(() => {
    if (entered !== text || first === undefined) return
    onClose()
    void navigate(addressOf(first, current.organization._id))
  }, [entered, text, first, current, navigate, onClose])
  return (
    <Form className={styles.form} onSubmit={() => setEntered(text)}>
      <div className={isTouched ? styles.row : undefined}>
        <TextField
          label={shell.findLabel}
          hideLabel
          hint={shell.findHint}
          width="full"
          type="search"
          autoFocus
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setEntered(null)
          }}
        />
        {isTouched && (
          <PasteButton
            onPaste={(found) => {
              setText(found)
              setEntered(found)
            }}
          />
        )}
      </div>
      {found.isError && <Failure error={found.error} onRetry={() => void found.refetch()} />}
      {found.isLoading && <Skeleton label={common.loading} rows={3} columns={2} lines={1} />}
      {found.isSuccess && sought.length > 1 && items.length === 0 && (
        <Empty next={shell.findNext}>{shell.findNothing(sought)}</Empty>
      )}
      <ul>
        {items.map((item) => (
          <FoundItem key={item.kind + item._id} item={item} states={states} current={current} />
        ))}
      </ul>
    </Form>
  )
}

/** The words for the states of kinds that have one. */
type States = Partial<Record<Found['kind'], Record<string, string>>>

/** One thing that was found: what it is and how it stands, its name or number, and since when. */
function FoundItem({ item, states, current }: { item: Found; states: States; current: CurrentPlace }) {
  const { shell } = useMessages('shell')
  const formats = useFormats(current.zone)
  const { kind, detail, at } = item
  const state = detail === null ? undefined : states[kind]?.[detail]
  return (
    <li className={styles.item}>
      <span className={styles.mark}>{state !== undefined && <StatusMark status={statusOf(detail!)} />}</span>
      <span className={styles.kind}>
        {shell.kinds[kind] ?? kind}
        {state !== undefined && <bdi> {state}</bdi>}
      </span>
      <span className={styles.title}>
        <Link href={addressOf(item, current.organization._id)}>
          <bdi>{formatPhone(item.title)}</bdi>
        </Link>
        {state === undefined && detail !== null && (
          <bdi className={styles.detail}> {formatPhone(detail)}</bdi>
        )}
      </span>
      <span className={styles.at}>{at !== null && <bdi>{formats.instant(at)}</bdi>}</span>
    </li>
  )
}
