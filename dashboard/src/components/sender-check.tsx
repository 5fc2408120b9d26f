import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { ConfiguredWhatsappSender } from '../api/generated.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { useToast } from '../ui/toast.tsx'
import { FailureText } from './failure.tsx'

/** Asks WhatsApp about a sender now. */
export function CheckSender({
  sender,
  small = false,
}: {
  sender: ConfiguredWhatsappSender
  small?: boolean
}) {
  const { senders: texts } = useMessages('senders')
  const { ids, role } = usePlace()
  const reason = useRoleReason(role, 'admin')
  const queries = useQueryClient()
  const toast = useToast()
  const name = <bdi>{sender.name}</bdi>
  const about = `check ${sender._id}`
  const check = useMutation({
    mutationFn: () => call('checkWhatsappSender', { ...ids, whatsapp_sender_id: sender._id }),
    onSuccess: ({ result }) => {
      if (result.kind === 'found') toast({ about, status: 'done', text: texts.checkFound(name) })
      else {
        const why = <span data-stored="">{result.reason}</span>
        toast({ about, status: 'failed', text: texts.checkFailed(name, why) })
      }
      void queries.invalidateQueries()
    },
    onError: (error) => toast({ about, status: 'failed', text: <FailureText of={name} error={error} /> }),
  })
  return (
    <Button small={small} reason={reason} isPending={check.isPending} onPress={() => check.mutate()}>
      {texts.check}
    </Button>
  )
}
