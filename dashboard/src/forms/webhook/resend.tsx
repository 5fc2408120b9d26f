import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { DialogCancel } from '../../components/dialog-cancel.tsx'
import { Failure } from '../../components/failure.tsx'
import { MeantBy } from '../../components/resend-list.tsx'
import { useFormats } from '../../hooks/use-formats.ts'
import { usePlace } from '../../hooks/use-place.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { EndpointDialogProps } from './test.tsx'
import styles from '../form.module.css'

/** Counts the deliveries that the filters of the list mean, and has them sent again. */
export function ResendDeliveries({
  endpoint,
  filters,
  onClose,
}: EndpointDialogProps & { filters: Record<string, string> }) {
  const { webhooks: texts } = useMessages('webhooks')
  const { ids, zone } = usePlace()
  const formats = useFormats(zone)
  const queries = useQueryClient()
  const toast = useToast()
  const resend = (dry_run: boolean, signal?: AbortSignal) =>
    call(
      'resendWebhookDeliveries',
      { ...ids, endpoint_id: endpoint._id, body: { filters, dry_run } },
      { signal },
    )
  const counted = useQuery({
    queryKey: ['countOfResend', ids, endpoint._id, filters],
    queryFn: async ({ signal }) => (await resend(true, signal)).count,
    gcTime: 0,
  })
  const resending = useMutation({
    mutationFn: () => resend(false),
    onSuccess: async ({ count }) => {
      toast({ status: 'rings', text: texts.resendBegun(formats.number(count)) })
      onClose()
      await queries.invalidateQueries()
    },
  })
  const count = counted.data ?? null
  const shown = formats.number(count ?? 0)
  const isAll = Object.keys(filters).length === 0
  return (
    <Dialog
      title={texts.resendTitle}
      isOpen
      onClose={onClose}
      isPending={resending.isPending}
      isAlert
      actions={
        <>
          <DialogCancel />
          <Button
            kind="main"
            isPending={resending.isPending || counted.isPending}
            reason={count === 0 ? texts.resendNone : counted.isError ? texts.resendCounting : null}
            onPress={() => resending.mutate()}
          >
            {count === null || count === 0 ? texts.again : texts.resendAction(shown)}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <p>
          {isAll ? (
            texts.resendOf.all
          ) : (
            <>
              {texts.resendOf.filtered}{' '}
              <b>
                <MeantBy filters={filters} />
              </b>
            </>
          )}
        </p>
        <p role="status">
          {count === null
            ? counted.isPending && texts.resendCounting
            : count === 0
              ? texts.resendNone
              : texts.resendCount(shown, count)}
        </p>
        <p>{texts.resendBody}</p>
        {endpoint.disabled_at !== null && <p>{texts.resendHeld}</p>}
        {counted.isError && <Failure error={counted.error} />}
        {resending.isError && <Failure error={resending.error} />}
      </div>
    </Dialog>
  )
}
