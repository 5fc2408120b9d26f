import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { DialogCancel } from '../components/dialog-cancel.tsx'
import { Failure } from '../components/failure.tsx'
import { useSourcesChanged } from '../components/source-actions.tsx'
import { TypedDialog } from '../components/typed-dialog.tsx'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'

/** Adds a single web page. */
export function AddUrl({ onClose }: { onClose: () => void }) {
  const { knowledge } = useMessages('knowledge')
  const { ids, zone } = usePlace()
  const { number } = useFormats(zone)
  const [url, type] = useState('')
  const toast = useToast()
  const changed = useSourcesChanged()
  const adding = useMutation({
    mutationFn: () => call('addSourceUrl', { ...ids, body: { url: url.trim() } }),
    onSuccess: async ({ name, passages }) => {
      onClose()
      toast({ status: 'done', text: knowledge.urlAdded(<bdi>{name}</bdi>, number(passages), passages) })
      await changed()
    },
  })
  return (
    <TypedDialog
      title={knowledge.urlTitle}
      isOpen
      isTyped={url !== ''}
      isAlert={url !== ''}
      onClose={onClose}
      isPending={adding.isPending}
      actions={
        <>
          <DialogCancel />
          <Button kind="main" isPending={adding.isPending} onPress={() => adding.mutate()}>
            {knowledge.urlAction}
          </Button>
        </>
      }
    >
      <Form isPending={adding.isPending} onSubmit={() => adding.mutate()}>
        <TextField
          label={knowledge.urlField}
          hint={knowledge.urlHint}
          type="url"
          dir="ltr"
          autoFocus
          required
          width="full"
          value={url}
          onChange={(event) => type(event.target.value)}
        />
      </Form>
      {adding.isError && <Failure error={adding.error} />}
    </TypedDialog>
  )
}
