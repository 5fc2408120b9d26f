import { useState } from 'react'
import { useNavigate } from 'react-router'
import { formatPhone } from '../format/phone.ts'
import { useCallRequest } from '../hooks/use-call-request.ts'
import { askedToLeave } from '../hooks/use-leave-guard.ts'
import { includesRole, usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import type { WholeCall } from './call-attempts.tsx'
import { CallOutcome } from './call-outcome.tsx'
import { DialogCancel } from './dialog-cancel.tsx'
import { OpenRequest } from './open-request.tsx'

/** Places a call like one that is over. The new one has a page of its own, which opens. */
export function PlaceAgain({ call }: { call: WholeCall & { phone_number: string } }) {
  const { call: texts, live, common, failure } = useMessages('call', 'live')
  const { role, place } = usePlace()
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  const toast = useToast()
  const phone = formatPhone(call.phone_number)
  const requested = useCallRequest((id) => {
    setOpen(false)
    void navigate(paths.call(place, id), { state: askedToLeave })
    toast({ status: 'done', text: texts.placed })
  })
  const request = {
    operation: 'createCall',
    campaign_id: call.campaign_id,
    body: { ...call.customer, phone_number: call.phone_number },
  } as const
  const close = (): void => setOpen(false)
  return (
    <>
      <Button
        kind="main"
        reason={includesRole(role, 'editor') ? null : live.editorNeeded}
        onPress={() => {
          requested.forget()
          setOpen(true)
        }}
      >
        {texts.placeAgain}
      </Button>
      <Dialog
        title={texts.placeTitle(phone)}
        isOpen={isOpen}
        isAlert
        isPending={requested.isPending}
        onClose={close}
        actions={
          <>
            <DialogCancel>{requested.open === null ? common.cancel : common.close}</DialogCancel>
            <Button
              kind="main"
              isPending={requested.isPending}
              onPress={() => requested.place(requested.open ?? request)}
            >
              {requested.open === null ? texts.placeAction : failure.askAgain}
            </Button>
          </>
        }
      >
        <p>{texts.placeBody(<bdi>{call.campaign.name}</bdi>)}</p>
        <CallOutcome requested={requested} />
      </Dialog>
      <OpenRequest of="call" isOpen={requested.isPending || requested.open !== null} />
    </>
  )
}
