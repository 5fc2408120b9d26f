import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../api/client.ts'
import { DialogCancel } from '../components/dialog-cancel.tsx'
import { Failure } from '../components/failure.tsx'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import styles from './form.module.css'

/** Erases a person, after it has shown how much goes. */
export function ErasePerson({
  personId,
  who,
  onClose,
}: {
  personId: string
  who: string
  onClose: () => void
}) {
  const { peopleCalled: texts } = useMessages('peopleCalled')
  const { ids, place, zone } = usePlace()
  const { number } = useFormats(zone)
  const queries = useQueryClient()
  const toast = useToast()
  const navigate = useNavigate()
  const ask = (dry_run: boolean) =>
    call('eraseCustomerProfile', { ...ids, customer_profile_id: personId, dry_run })
  const counted = useQuery({ queryKey: ['erasure', personId], queryFn: () => ask(true), staleTime: 0 })
  const erasing = useMutation({
    mutationFn: () => ask(false),
    onSuccess: async () => {
      toast({ status: 'done', text: texts.erased })
      await navigate(paths.peopleCalled(place))
      void queries.invalidateQueries()
    },
  })
  const counts = counted.data?.counts
  const shown = (kind: string) => <bdi>{number(counts?.[kind] ?? 0)}</bdi>
  return (
    <Dialog
      title={texts.eraseTitle(who)}
      isOpen
      onClose={onClose}
      isPending={erasing.isPending}
      isAlert
      actions={
        <>
          <DialogCancel />
          <Button
            kind="main"
            isPending={erasing.isPending}
            reason={counts === undefined ? texts.checkFirst : null}
            onPress={() => erasing.mutate()}
          >
            {texts.erase}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <p>{texts.eraseLead}</p>
        {counts !== undefined && (
          <p>
            {texts.eraseCounts(
              shown('conversations'),
              shown('messages'),
              shown('transcript_lines'),
              shown('tickets'),
              shown('contacts'),
            )}
          </p>
        )}
      </div>
      {counted.isError && <Failure error={counted.error} onRetry={() => void counted.refetch()} />}
      {erasing.isError && <Failure error={erasing.error} />}
    </Dialog>
  )
}
