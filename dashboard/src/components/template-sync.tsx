import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { SyncedTemplates } from '../api/generated.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages, useRefusals } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import type { Status } from '../ui/status-mark.tsx'
import { useToast } from '../ui/toast.tsx'
import { asApiError } from '../api/errors.ts'
import { When } from './when.tsx'

const marks: Record<SyncedTemplates['status'], Status> = {
  synced: 'done',
  failed: 'failed',
  too_soon: 'waits',
  disconnected: 'closed',
  same_account: 'done',
  later: 'waits',
}

/** Reads the templates from WhatsApp, and says what has changed. */
export function SyncTemplates({
  senderId = null,
  small = false,
}: {
  senderId?: string | null
  small?: boolean
}) {
  const { templates: texts } = useMessages('templates')
  const refusals = useRefusals()
  const { ids, role, zone } = usePlace()
  const queries = useQueryClient()
  const toast = useToast()
  const reason = useRoleReason(role, 'editor')
  const sync = useMutation({
    mutationFn: () => call('syncWhatsappTemplates', { ...ids, body: { whatsapp_sender_id: senderId } }),
    onSuccess: ({ senders }) => {
      const shown = senders.filter(({ status }) => status !== 'same_account')
      if (shown.length === 0) toast({ status: 'closed', text: texts.syncNothing })
      for (const sender of shown.slice(0, 3))
        toast({ status: marks[sender.status], text: <SyncResult sender={sender} zone={zone} /> })
      void queries.invalidateQueries()
    },
    onError: (failure) => {
      const { code, message } = asApiError(failure)
      toast({ status: 'failed', text: refusals[code]?.what ?? <span data-stored="">{message}</span> })
    },
  })
  return (
    <Button small={small} reason={reason} isPending={sync.isPending} onPress={() => sync.mutate()}>
      {texts.syncNow}
    </Button>
  )
}

/** Stands outside of the page, so it does not know the project. */
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
