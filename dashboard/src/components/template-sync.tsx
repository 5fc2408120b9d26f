import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { SyncedTemplates } from '../api/generated.ts'
import { formatNumber } from '../format/number.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import type { Status } from '../ui/status-mark.tsx'
import { useToast } from '../ui/toast.tsx'
import { FailureText } from './failure.tsx'
import { When } from './when.tsx'

const marks: Record<SyncedTemplates['status'], Status> = {
  synced: 'done',
  failed: 'failed',
  too_soon: 'waits',
  disconnected: 'closed',
  same_account: 'done',
  later: 'waits',
}

/** How many senders one message names. */
const shownMax = 5

/** What somebody has to look after stands first. */
const order: readonly SyncedTemplates['status'][] = [
  'failed',
  'disconnected',
  'too_soon',
  'later',
  'synced',
  'same_account',
]

/** Reads the templates from WhatsApp, and says what has changed. */
export function SyncTemplates({
  senderId = null,
  small = false,
}: {
  senderId?: string | null
  small?: boolean
}) {
  const { templates: texts } = useMessages('templates')
  const { ids, role, zone } = usePlace()
  const queries = useQueryClient()
  const toast = useToast()
  const reason = useRoleReason(role, 'editor')
  const about = `sync templates ${senderId ?? 'of all'}`
  const sync = useMutation({
    mutationFn: () => call('syncWhatsappTemplates', { ...ids, body: { whatsapp_sender_id: senderId } }),
    onSuccess: ({ senders }) => {
      const shown = senders.filter(({ status }) => status !== 'same_account')
      const sorted = shown.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
      const [first] = sorted
      if (first === undefined) toast({ about, status: 'closed', text: texts.syncNothing })
      // One message for all: each further one would take the place of the one before.
      else
        toast({
          about,
          status: marks[first.status],
          // Somebody has to look after the first of them.
          stays: first.status === 'failed' || first.status === 'disconnected',
          text: <SyncResults senders={sorted} zone={zone} />,
        })
      void queries.invalidateQueries()
    },
    onError: (error) =>
      toast({ about, status: 'failed', text: <FailureText of={texts.syncNow} error={error} /> }),
  })
  return (
    <Button small={small} reason={reason} isPending={sync.isPending} onPress={() => sync.mutate()}>
      {texts.syncNow}
    </Button>
  )
}

/** Stands outside of the page, so it does not know the project. */
function SyncResults({ senders, zone }: { senders: readonly SyncedTemplates[]; zone: string }) {
  const { templates: texts, locale } = useMessages('templates')
  const rest = senders.length - shownMax
  return (
    <ul>
      {senders.slice(0, shownMax).map((sender) => (
        <li key={sender.whatsapp_sender_id}>
          <SyncResult sender={sender} zone={zone} />
        </li>
      ))}
      {rest > 0 && <li>{texts.syncMore(formatNumber(rest, locale), rest)}</li>}
    </ul>
  )
}

function SyncResult({ sender, zone }: { sender: SyncedTemplates; zone: string }) {
  const { templates: texts } = useMessages('templates')
  const name = <bdi>{sender.name}</bdi>
  switch (sender.status) {
    case 'failed':
      return texts.syncFailed(name, <span data-stored="">{sender.reason}</span>)
    case 'too_soon':
      return texts.tooSoon(
        name,
        sender.read_at === null ? texts.readNever : <When at={sender.read_at} zone={zone} form="time" />,
      )
    case 'disconnected':
      return texts.syncDisconnected(name)
    case 'later':
      return texts.syncLater(name)
    case 'synced':
    case 'same_account':
      return texts.synced(name, sender.added.length, sender.changed.length, sender.disabled.length)
  }
}
