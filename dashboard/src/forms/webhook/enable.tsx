import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { query } from '../../api/queries.ts'
import { DialogCancel } from '../../components/dialog-cancel.tsx'
import { Failure } from '../../components/failure.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { useFormats } from '../../hooks/use-formats.ts'
import { usePlace } from '../../hooks/use-place.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { EndpointDialogProps } from './test.tsx'
import styles from '../form.module.css'

/** Enables an endpoint, and asks whether what was held meanwhile is sent. */
export function EnableEndpoint({ endpoint, onClose }: EndpointDialogProps) {
  const { webhooks: texts } = useMessages('webhooks')
  const { ids, zone } = usePlace()
  const formats = useFormats(zone)
  const queries = useQueryClient()
  const toast = useToast()
  const params = { ...ids, endpoint_id: endpoint._id }
  const held = useQuery(query('listWebhookDeliveries', { ...params, limit: 1, filters: { state: 'held' } }))
  const [sendsHeld, setSendsHeld] = useState(true)
  const enabling = useMutation({
    mutationFn: () => call('enableWebhookEndpoint', { ...params, body: { send_held: sendsHeld } }),
    onSuccess: async () => {
      toast({ status: 'done', text: texts.enabled(<bdi>{endpoint.name}</bdi>) })
      onClose()
      await queries.invalidateQueries()
    },
  })
  return (
    <Dialog
      title={texts.enableTitle(endpoint.name)}
      isOpen
      onClose={onClose}
      isPending={enabling.isPending}
      actions={
        <>
          <DialogCancel />
          <Button
            kind="main"
            isPending={enabling.isPending || held.isPending}
            onPress={() => enabling.mutate()}
          >
            {texts.enableAction}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <p>{texts.enableBody}</p>
        <Loaded query={held}>
          {({ pagination: { total } }) =>
            total === 0 ? (
              <p>{texts.heldNone}</p>
            ) : (
              <Checkbox
                label={texts.sendHeld(formats.number(total), total)}
                hint={texts.sendHeldHint}
                checked={sendsHeld}
                onChange={({ target }) => setSendsHeld(target.checked)}
              />
            )
          }
        </Loaded>
        {enabling.isError && <Failure error={enabling.error} />}
      </div>
    </Dialog>
  )
}
