import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../../api/client.ts'
import { DialogCancel } from '../../components/dialog-cancel.tsx'
import { Failure } from '../../components/failure.tsx'
import { useFormats } from '../../hooks/use-formats.ts'
import { usePlace } from '../../hooks/use-place.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { paths } from '../../path-builder.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { EndpointDialogProps } from './test.tsx'
import styles from '../form.module.css'

/** Turns an endpoint off: what happens meanwhile is held. */
export function TurnOffEndpoint({ endpoint, onClose }: EndpointDialogProps) {
  const { webhooks: texts } = useMessages('webhooks')
  const { ids } = usePlace()
  const queries = useQueryClient()
  const toast = useToast()
  const disabling = useMutation({
    mutationFn: () => call('disableWebhookEndpoint', { ...ids, endpoint_id: endpoint._id }),
    onSuccess: async () => {
      toast({ status: 'held', text: texts.disabled(<bdi>{endpoint.name}</bdi>) })
      onClose()
      await queries.invalidateQueries()
    },
  })
  return (
    <Dialog
      title={texts.disableTitle(endpoint.name)}
      isOpen
      onClose={onClose}
      isPending={disabling.isPending}
      isAlert
      actions={
        <>
          <DialogCancel />
          <Button kind="main" autoFocus isPending={disabling.isPending} onPress={() => disabling.mutate()}>
            {texts.disableAction}
          </Button>
        </>
      }
    >
      <p>{texts.disableBody}</p>
      {disabling.isError && <Failure error={disabling.error} />}
    </Dialog>
  )
}

/** Deletes an endpoint, and says what goes with it. */
export function RemoveEndpoint({ endpoint, onClose }: EndpointDialogProps) {
  const { webhooks: texts } = useMessages('webhooks')
  const { ids, place, zone } = usePlace()
  const formats = useFormats(zone)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const toast = useToast()
  const { waiting_count: waiting } = endpoint
  const removing = useMutation({
    mutationFn: () => call('deleteWebhookEndpoint', { ...ids, endpoint_id: endpoint._id }),
    onSuccess: async () => {
      toast({ status: 'done', text: texts.removed(<bdi>{endpoint.name}</bdi>) })
      onClose()
      await navigate(paths.webhooks(place))
      await queries.invalidateQueries({ queryKey: ['listWebhookEndpoints'] })
    },
  })
  return (
    <Dialog
      title={texts.removeTitle(endpoint.name)}
      isOpen
      onClose={onClose}
      isPending={removing.isPending}
      isAlert
      actions={
        <>
          <DialogCancel />
          <Button kind="main" autoFocus isPending={removing.isPending} onPress={() => removing.mutate()}>
            {texts.removeAction}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <p>{texts.removeBody}</p>
        {waiting > 0 && <p>{texts.removeWaiting(formats.number(waiting), waiting)}</p>}
        <p>{texts.removeEvents}</p>
        {removing.isError && <Failure error={removing.error} />}
      </div>
    </Dialog>
  )
}
