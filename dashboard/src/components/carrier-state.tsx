import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { ConfiguredVoiceCarrier } from '../api/generated.ts'
import { isSandboxAddress } from '../format/sandbox-address.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { StatusWord } from '../ui/status-mark.tsx'
import { useToast } from '../ui/toast.tsx'
import { FailureText } from './failure.tsx'

/** Whether calls can go over a carrier: what it said last about the account, and its pause. */
export function CarrierState({
  carrier: { last_check: check, held_until },
  hasNoNumber,
}: {
  carrier: ConfiguredVoiceCarrier
  hasNoNumber: boolean
}) {
  const { carriers: texts } = useMessages('carriers')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  if (check?.state === 'refused') return <StatusWord status="failed">{texts.stateRefused}</StatusWord>
  if (held_until !== null)
    return <StatusWord status="held">{texts.stateHeld(<bdi>{formats.time(held_until)}</bdi>)}</StatusWord>
  if (hasNoNumber) return <StatusWord status="unknown">{texts.stateNone}</StatusWord>
  if (check?.state === 'unknown') return <StatusWord status="unknown">{texts.stateUnknown}</StatusWord>
  if (check?.state === 'accepted') return <StatusWord status="done">{texts.stateAccepted}</StatusWord>
  return <StatusWord status="draft">{texts.stateUnchecked}</StatusWord>
}

/** Since when, why, and what to do. */
export function CarrierSince({ carrier }: { carrier: ConfiguredVoiceCarrier }) {
  const { carriers: texts } = useMessages('carriers')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  const { last_check: check, held_until, api_url } = carrier
  const parts = [
    ...(check === null
      ? []
      : [
          texts.checkedSince(
            <bdi>{formats.instant(check.since)}</bdi>,
            <bdi>{formats.sameDay(check.checked_at, check.since)}</bdi>,
          ),
        ]),
    ...(check?.state === 'refused' ? [texts.refusedTodo] : []),
    ...(check?.state === 'unknown' ? [texts.unknownTodo] : []),
    ...(held_until !== null ? [texts.heldTodo] : []),
    ...(isSandboxAddress(api_url) ? [texts.sandbox] : []),
  ]
  return parts.map((part, index) => <div key={index}>{part}</div>)
}

/** Asks the carrier whether it accepts the credentials. */
export function CheckNow({ carrier, reason }: { carrier: ConfiguredVoiceCarrier; reason: string | null }) {
  const { carriers: texts } = useMessages('carriers')
  const { ids } = usePlace()
  const queries = useQueryClient()
  const toast = useToast()
  const about = `check ${carrier._id}`
  const checking = useMutation({
    mutationFn: () => call('checkVoiceCarrier', { ...ids, voice_carrier_id: carrier._id }),
    onSuccess: async ({ state }) => {
      await queries.invalidateQueries({ queryKey: ['listVoiceCarriers'] })
      const name = <bdi>{carrier.name}</bdi>
      toast({
        about,
        status: state === 'accepted' ? 'done' : state === 'refused' ? 'failed' : 'unknown',
        text: texts.checked[state](name),
      })
    },
    onError: (error) => {
      const text = <FailureText of={texts.checkLabel(carrier.name)} error={error} />
      toast({ about, status: 'failed', text })
    },
  })
  return (
    <Button
      small
      reason={reason}
      isPending={checking.isPending}
      aria-label={texts.checkLabel(carrier.name)}
      onPress={() => checking.mutate()}
    >
      {texts.check}
    </Button>
  )
}
