import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { call } from '../../api/client.ts'
import { DialogCancel } from '../../components/dialog-cancel.tsx'
import { Failure } from '../../components/failure.tsx'
import { LeaveDialog } from '../../components/leave-dialog.tsx'
import { When } from '../../components/when.tsx'
import { useLeaveGuard } from '../../hooks/use-leave-guard.ts'
import { usePlace } from '../../hooks/use-place.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/code.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import type { EndpointDialogProps } from './test.tsx'
import styles from '../form.module.css'

const hours = ['0', '1', '24', '72', '168'] as const

/** Gives an endpoint a new secret, which is shown this once; the former one goes on for the time that is chosen. */
export function RotateSecret({ endpoint, onClose }: EndpointDialogProps) {
  const { webhooks: texts } = useMessages('webhooks')
  const { ids, zone } = usePlace()
  const queries = useQueryClient()
  const [kept, keep] = useState<string>('24')
  const rotating = useMutation({
    mutationFn: () =>
      call('rotateWebhookSecret', {
        ...ids,
        endpoint_id: endpoint._id,
        body: { keep_old_hours: Number(kept) },
      }),
    onSuccess: () => queries.invalidateQueries(),
  })
  if (rotating.data !== undefined) {
    const { secret, old_secret_until: until } = rotating.data
    return (
      <ShownSecret secret={secret} onClose={onClose}>
        <p>{until === null ? texts.oldOver : texts.oldUntil(<When at={until} zone={zone} />)}</p>
      </ShownSecret>
    )
  }
  return (
    <Dialog
      title={texts.rotateTitle(endpoint.name)}
      isOpen
      onClose={onClose}
      isPending={rotating.isPending}
      actions={
        <>
          <DialogCancel />
          <Button kind="main" isPending={rotating.isPending} onPress={() => rotating.mutate()}>
            {texts.rotateAction}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <p>{texts.rotateBody}</p>
        <Select
          label={texts.keepOld}
          value={kept}
          choices={hours.map((value) => ({ value, label: texts.keepOldHours[value] ?? value }))}
          onChange={({ target }) => keep(target.value)}
        />
        {rotating.isError && <Failure error={rotating.error} />}
      </div>
    </Dialog>
  )
}

/** Shows a new secret once, and asks before the page is left. */
export function ShownSecret({
  secret,
  onClose,
  children,
}: {
  secret: string
  onClose: () => void
  children?: ReactNode
}) {
  const { webhooks: texts, common } = useMessages('webhooks')
  const guard = useLeaveGuard(true)
  return (
    <Dialog
      title={texts.secretTitle}
      isOpen
      onClose={onClose}
      isAlert
      wide
      actions={<Button onPress={onClose}>{common.close}</Button>}
    >
      <div className={styles.fields}>
        <p>{texts.secretMade}</p>
        <Code text={secret} label={texts.secretLabel} />
        {children}
      </div>
      <LeaveDialog guard={guard}>{texts.secretMade}</LeaveDialog>
    </Dialog>
  )
}
