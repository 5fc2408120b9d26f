import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { DialogCancel } from '../components/dialog-cancel.tsx'
import { Failure } from '../components/failure.tsx'
import { contactText } from '../format/contact.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select } from '../ui/select.tsx'
import { useToast } from '../ui/toast.tsx'
import styles from './form.module.css'

type Side = 'survivor' | 'merged'

interface SeparatePersonProps {
  personId: string
  mergedId: string
  who: string
  /** The contacts that joined the two, such as `email:ada@example.com`. */
  contacts: readonly string[]
  onClose: () => void
}

/** Undoes a merge: asks where each shared contact goes, and shows what moves before anything does. */
export function SeparatePerson({ personId, mergedId, who, contacts, onClose }: SeparatePersonProps) {
  const { peopleCalled: texts } = useMessages('peopleCalled')
  const { ids, zone } = usePlace()
  const { number } = useFormats(zone)
  const queries = useQueryClient()
  const toast = useToast()
  const [chosen, setChosen] = useState<Record<string, Side>>({})
  const ask = (dry_run: boolean) =>
    call('separateCustomerProfile', {
      ...ids,
      customer_profile_id: personId,
      body: { merged_id: mergedId, contacts: chosen, dry_run },
    })
  const moves = useQuery({
    queryKey: ['separation', personId, mergedId, chosen],
    queryFn: () => ask(true),
    staleTime: 0,
  })
  const separating = useMutation({
    mutationFn: () => ask(false),
    onSuccess: async () => {
      toast({ status: 'done', text: texts.separated })
      onClose()
      await queries.invalidateQueries()
    },
  })
  const { data } = moves
  const shown = (count: number) => <bdi>{number(count)}</bdi>
  return (
    <Dialog
      title={texts.separateTitle(who)}
      isOpen
      onClose={onClose}
      isPending={separating.isPending}
      isAlert
      actions={
        <>
          <DialogCancel />
          <Button
            kind="main"
            isPending={separating.isPending}
            reason={data === undefined ? texts.checkFirst : null}
            onPress={() => separating.mutate()}
          >
            {texts.separate}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <p>{texts.separateLead}</p>
        {contacts.map((contact) => (
          <Select
            key={contact}
            label={texts.separateContact(contactText(contact))}
            value={chosen[contact] ?? 'before'}
            choices={[
              { value: 'before', label: texts.asBefore },
              { value: 'survivor', label: texts.toSurvivor },
              { value: 'merged', label: texts.toMerged },
            ]}
            onChange={({ target }) => setChosen(withChoice(chosen, contact, target.value))}
          />
        ))}
        {data !== undefined && (
          <p>
            {texts.separateMoves(
              shown(data.conversations),
              shown(data.messages),
              shown(data.tickets),
              shown(data.contacts),
            )}{' '}
            {data.properties.length > 0 && texts.separateProperties(<bdi>{data.properties.join(', ')}</bdi>)}
          </p>
        )}
      </div>
      {moves.isError && <Failure error={moves.error} onRetry={() => void moves.refetch()} />}
      {separating.isError && <Failure error={separating.error} />}
    </Dialog>
  )
}

function withChoice(chosen: Record<string, Side>, contact: string, value: string): Record<string, Side> {
  const { [contact]: _, ...others } = chosen
  return value === 'survivor' || value === 'merged' ? { ...others, [contact]: value } : others
}
