import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call as request } from '../api/client.ts'
import { asApiError } from '../api/errors.ts'
import { formatPhone } from '../format/phone.ts'
import { newIdempotencyKey } from '../hooks/new-key.ts'
import { includesRole, usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import type { WholeCall } from './call-attempts.tsx'
import { Failure } from './failure.tsx'

/** Places a call like one that is over. The new one has a page of its own, which opens. */
export function PlaceAgain({ call }: { call: WholeCall & { phone_number: string } }) {
  const { call: texts, live, common } = useMessages('call', 'live')
  const { ids, role, place } = usePlace()
  const [key, setKey] = useState<string | null>(null)
  const navigate = useNavigate()
  const toast = useToast()
  const phone = formatPhone(call.phone_number)
  const placing = useMutation({
    mutationFn: () =>
      request(
        'createCall',
        {
          ...ids,
          campaign_id: call.campaign_id,
          body: { ...call.customer, phone_number: call.phone_number },
        },
        { idempotencyKey: key ?? undefined },
      ),
    onError: (error) => {
      // A refusal is final, and is repeated for the same key. The next press is another call.
      if (asApiError(error).status >= 400 && asApiError(error).status < 500)
        setKey((before) => before && newIdempotencyKey())
    },
    onSuccess: async ({ campaign_queue_id: id }) => {
      setKey(null)
      await navigate(paths.call(place, id))
      toast({ status: 'done', text: texts.placed })
    },
  })
  return (
    <>
      <Button
        kind="main"
        reason={includesRole(role, 'editor') ? null : live.editorNeeded}
        onPress={() => {
          placing.reset()
          setKey(newIdempotencyKey())
        }}
      >
        {texts.placeAgain}
      </Button>
      <Dialog
        title={texts.placeTitle(phone)}
        isOpen={key !== null}
        isAlert
        onClose={() => setKey(null)}
        actions={
          <>
            <Button onPress={() => setKey(null)}>{common.cancel}</Button>
            <Button kind="main" isPending={placing.isPending} onPress={() => placing.mutate()}>
              {texts.placeAction}
            </Button>
          </>
        }
      >
        <p>{texts.placeBody(<bdi>{call.campaign.name}</bdi>)}</p>
        {placing.isError && <Failure error={placing.error} />}
      </Dialog>
    </>
  )
}
