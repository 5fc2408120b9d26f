import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveEdit } from '../api/configured.ts'
import { asApiError } from '../api/errors.ts'
import type { ConfiguredWhatsappSender } from '../api/generated.ts'
import { DialogCancel } from '../components/dialog-cancel.tsx'
import { Failure } from '../components/failure.tsx'
import { GuardedDialog } from '../components/typed-dialog.tsx'
import { newIdempotencyKey } from '../hooks/new-key.ts'
import { useLeaveGuard } from '../hooks/use-leave-guard.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Code } from '../ui/code.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PasswordField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import styles from './form.module.css'

export type SecretName = 'access_token' | 'app_secret' | 'verify_token'

interface SecretProps {
  sender: ConfiguredWhatsappSender
  onClose: () => void
}

function useSecret(sender: ConfiguredWhatsappSender) {
  const { ids } = usePlace()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (patch: Partial<Record<SecretName, string>>) => {
      const { _id: recordId, revision } = sender
      return saveEdit({ kind: 'whatsapp_sender', ids, recordId, patch, revision })
    },
    onSuccess: () => void queries.invalidateQueries(),
  })
}

/** Puts a new secret into the place of an old one, which stops working here at once. */
export function ReplaceSecret({ sender, secret, onClose }: SecretProps & { secret: SecretName }) {
  const { senders: texts, common } = useMessages('senders')
  const toast = useToast()
  const [value, setValue] = useState('')
  const save = useSecret(sender)
  const names: Record<SecretName, string> = {
    access_token: texts.accessToken,
    app_secret: texts.appSecret,
    verify_token: texts.verifyWord,
  }
  const faults = save.error === null ? [] : asApiError(save.error).faults
  const fault = faults.find(({ path }) => path === secret)?.message
  return (
    <Dialog
      title={texts.replaceTitle(names[secret])}
      isOpen
      onClose={onClose}
      isPending={save.isPending}
      isAlert={value !== ''}
      actions={
        <>
          <DialogCancel />
          <Button
            kind="main"
            isPending={save.isPending}
            reason={value.trim() === '' ? texts.newValue : null}
            onPress={() =>
              save.mutate(
                { [secret]: value.trim() },
                {
                  onSuccess: () => {
                    toast({ status: 'done', text: texts.replaced(names[secret]) })
                    onClose()
                  },
                },
              )
            }
          >
            {common.save}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <p>{texts.replaceHint[secret]}</p>
        <PasswordField
          label={texts.newValue}
          autoComplete="off"
          autoFocus
          value={value}
          onChange={({ target }) => setValue(target.value)}
          fault={fault}
        />
        {save.error !== null && fault === undefined && <Failure error={save.error} />}
      </div>
    </Dialog>
  )
}

/** Makes a verify word, and shows it this once. */
export function NewVerifyWord({ sender, onClose }: SecretProps) {
  const { senders: texts } = useMessages('senders')
  const [word, setWord] = useState<string | null>(null)
  const save = useSecret(sender)
  const make = () => {
    const made = newIdempotencyKey()
    save.mutate({ verify_token: made }, { onSuccess: () => setWord(made) })
  }
  // What is shown this once is not lost by going back either.
  const guard = useLeaveGuard(word !== null)
  return (
    <GuardedDialog
      title={texts.wordTitle}
      isOpen
      isTyped={false}
      guard={guard}
      question={texts.wordMade}
      onClose={onClose}
      isPending={save.isPending}
      isAlert={word !== null}
      actions={
        word === null ? (
          <>
            <DialogCancel />
            <Button kind="main" isPending={save.isPending} onPress={make}>
              {texts.wordMake}
            </Button>
          </>
        ) : (
          <Button kind="main" onPress={onClose}>
            {texts.done}
          </Button>
        )
      }
    >
      <div className={styles.fields}>
        <p>{word === null ? texts.wordLead : texts.wordMade}</p>
        {word !== null && <Code text={word} label={texts.wordLabel} />}
        {save.error !== null && <Failure error={save.error} />}
      </div>
    </GuardedDialog>
  )
}
