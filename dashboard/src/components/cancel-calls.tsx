import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call as request } from '../api/client.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { usePhone } from '../hooks/use-phone.ts'
import { includesRole, usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Form } from '../ui/form.tsx'
import { useToast } from '../ui/toast.tsx'
import { DialogCancel } from './dialog-cancel.tsx'
import { Failure } from './failure.tsx'
import { useChanged } from './hold.tsx'
import { TypedCountField, useTypedCount } from './typed-count.tsx'

interface CallToCancel {
  _id: string
  campaign_id: string
  phone_number: string | null
  state?: string
}

export interface CancelButtonProps {
  call: CallToCancel
  /** A button instead of a word in a row. */
  asButton?: boolean
  onPress: () => void
}

/** Asks to give one call up. */
export function CancelButton({ call, asButton = false, onPress }: CancelButtonProps) {
  const { live, calls } = useMessages('live', 'calls')
  const { role } = usePlace()
  const phone = usePhone()(call.phone_number)
  return (
    <Button
      kind={asButton ? 'outlined' : 'word'}
      small={!asButton}
      reason={includesRole(role, 'editor') ? null : live.editorNeeded}
      onPress={onPress}
      {...(asButton ? {} : { 'aria-label': live.cancelLabel(phone) })}
    >
      {asButton ? calls.cancelButton : live.cancel}
    </Button>
  )
}

/** Asks whether to give one call up. It stands above the row or button, which goes as the call goes on. */
export function CancelQuestion({ call, onClose }: { call: CallToCancel; onClose: () => void }) {
  const { live, calls } = useMessages('live', 'calls')
  const { ids } = usePlace()
  const toast = useToast()
  const changed = useChanged()
  const phone = usePhone()(call.phone_number)
  const isUnderWay = call.state !== undefined && call.state !== 'waiting'
  const canceling = useMutation({
    mutationFn: () =>
      request('cancelCall', { ...ids, campaign_id: call.campaign_id, campaign_queue_id: call._id, body: {} }),
    onSuccess: async ({ canceled }) => {
      onClose()
      await changed()
      const number = <bdi dir="ltr">{phone}</bdi>
      toast({
        status: canceled ? 'done' : 'closed',
        text: canceled ? live.canceled(number) : live.overBefore(number),
      })
    },
  })
  return (
    <Dialog
      title={live.cancelTitle(phone)}
      isOpen
      isAlert
      onClose={onClose}
      isPending={canceling.isPending}
      actions={
        <>
          <DialogCancel>{live.keep}</DialogCancel>
          <Button kind="main" isPending={canceling.isPending} onPress={() => canceling.mutate()}>
            {live.cancelAction}
          </Button>
        </>
      }
    >
      <p>{isUnderWay ? calls.cancelUnderWay : live.cancelBody}</p>
      {canceling.isError && <Failure error={canceling.error} />}
    </Dialog>
  )
}

export interface CancelAllProps {
  /** As it was when the dialog opened: calls of the queue go on being dialed meanwhile. */
  campaign: { campaign_id: string; name: string; waiting: number }
  /** Calls that were accepted later stay. */
  until: string
  onClose: () => void
}

/** Gives up all calls that wait in a campaign. Their number has to be typed. */
export function CancelAllWaiting({ campaign, until, onClose }: CancelAllProps) {
  const { live } = useMessages('live')
  const { ids, zone } = usePlace()
  const { number } = useFormats(zone)
  const typed = useTypedCount(campaign.waiting)
  const [soFar, setSoFar] = useState(0)
  const isStopped = useRef(false)
  const toast = useToast()
  const changed = useChanged()
  const canceling = useMutation({
    mutationFn: async () => {
      let canceled = 0
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- each request cancels the next calls of the queue
        const answer = await request('cancelWaitingCalls', {
          ...ids,
          campaign_id: campaign.campaign_id,
          body: { until },
        })
        canceled += answer.canceled
        setSoFar(canceled)
        if (isStopped.current || !answer.is_more || answer.canceled === 0) return canceled
      }
    },
    onSuccess: async (canceled) => {
      onClose()
      await changed()
      toast({ status: 'done', text: live.cancelAllDone(number(canceled), canceled) })
    },
  })
  const shown = number(campaign.waiting)
  // A long queue takes minutes, so closing the dialog stops after the request that is under way.
  const stop = (): void => {
    isStopped.current = true
    if (!canceling.isPending) onClose()
  }
  const submit = () => {
    if (typed.submit()) canceling.mutate()
  }
  return (
    <Dialog
      title={live.cancelAllTitle(campaign.name)}
      isOpen
      isAlert
      onClose={stop}
      actions={
        <>
          <DialogCancel />
          <Button kind="main" isPending={canceling.isPending} onPress={submit}>
            {live.cancelAllAction(shown)}
          </Button>
        </>
      }
    >
      <Form isPending={canceling.isPending} onSubmit={submit}>
        <p>{live.cancelAllBody(<b>{live.underWay(shown, campaign.waiting)}</b>)}</p>
        <TypedCountField
          count={typed}
          label={live.cancelAllField}
          hint={live.cancelAllHint(shown)}
          fault={live.cancelAllFault(shown)}
        />
      </Form>
      {canceling.isPending && soFar > 0 && <p role="status">{live.cancelAllDone(number(soFar), soFar)}</p>}
      {canceling.isError && <Failure error={canceling.error} />}
    </Dialog>
  )
}
