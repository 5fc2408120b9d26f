import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router'
import { listQuery } from '../api/queries.ts'
import type { Found } from '../api/operations.ts'
import { formatPhone } from '../format/phone.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Failure } from './failure.tsx'
import styles from './find.module.css'
import type { CurrentPlace } from './use-current-place.ts'

export interface FindDialogProps {
  current: CurrentPlace
  isOpen: boolean
  onClose: () => void
}

/** Finds anything of the organization by id, number or name. Enter goes to the first. */
export function FindDialog({ current, isOpen, onClose }: FindDialogProps) {
  const { shell } = useMessages()
  return (
    <Dialog title={shell.find} isOpen={isOpen} onClose={onClose} wide>
      <Finder current={current} onClose={onClose} />
    </Dialog>
  )
}

function Finder({ current, onClose }: Omit<FindDialogProps, 'isOpen'>) {
  const { shell, common } = useMessages()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const sought = useDeferredValue(text.trim())
  const found = useQuery({
    ...listQuery('find', { organization_id: current.organization._id, q: sought }),
    enabled: sought.length > 1,
  })
  const items = sought.length > 1 ? (found.data?.items ?? []) : []
  const first = items[0]
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (first === undefined) return
        onClose()
        void navigate(addressOf(first, current))
      }}
    >
      <TextField
        label={shell.findLabel}
        hideLabel
        hint={shell.findHint}
        width="full"
        type="search"
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {found.isError && <Failure error={found.error} onRetry={() => void found.refetch()} />}
      {found.isLoading && <Skeleton label={common.loading} rows={3} columns={2} lines={1} />}
      {found.isSuccess && sought.length > 1 && items.length === 0 && (
        <Empty next={shell.findNext}>{shell.findNothing(sought)}</Empty>
      )}
      <ul>
        {items.map((item) => (
          <li key={item.kind + item._id} className={styles.item}>
            <Link href={addressOf(item, current)}>
              <bdi>{formatPhone(item.name)}</bdi>
            </Link>
            <span className={styles.kind}>{shell.kinds[item.kind] ?? item.kind}</span>
          </li>
        ))}
      </ul>
    </form>
  )
}

/** Returns where a thing that was found is shown. */
export function addressOf({ kind, _id, project_id }: Found, current: CurrentPlace): string {
  const organization = current.organization._id
  const project = project_id ?? current.project?._id
  if (kind === 'person' || project === undefined) return paths.peopleAndRoles(organization)
  const place = { organization, project }
  if (kind === 'call') return paths.call(place, _id)
  if (kind === 'campaign') return paths.campaign(place, _id)
  if (kind === 'conversation') return paths.conversation(place, _id)
  if (kind === 'workflow') return paths.workflow(place, _id)
  if (kind === 'carrier' || kind === 'caller_id') return paths.carriers(place)
  if (kind === 'key') return paths.keys(place)
  return paths.home(place)
}
