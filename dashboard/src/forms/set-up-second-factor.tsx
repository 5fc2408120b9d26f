import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { asApiError } from '../api/errors.ts'
import { DialogCancel } from '../components/dialog-cancel.tsx'
import { Failure } from '../components/failure.tsx'
import { Loaded } from '../components/loaded.tsx'
import { GuardedDialog } from '../components/typed-dialog.tsx'
import { useLeaveGuard } from '../hooks/use-leave-guard.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Code } from '../ui/code.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Form } from '../ui/form.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { TextField } from '../ui/text-field.tsx'
import { RecoveryCodes } from './second-factor.tsx'
import styles from './form.module.css'

/** Shows the secret for an authenticator app, asks for a code of it, and shows the recovery codes. */
export function SetUpSecondFactor({ onClose }: { onClose: () => void }) {
  const { secondFactor: texts } = useMessages('secondFactor')
  const queries = useQueryClient()
  const [code, setCode] = useState('')
  // Each request stores another secret, so it is made once while the dialog is open, even if all else is asked for
  // again.
  const begun = useQuery({
    queryKey: ['beginSecondFactor'],
    // Given up with the dialog, it asks for no password afterwards.
    queryFn: ({ signal }) => call('beginSecondFactor', {}, { signal }),
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  })
  const confirming = useMutation({
    mutationFn: () => call('confirmSecondFactor', { body: { code } }),
  })
  // What is shown this once is not lost by going back either.
  const guard = useLeaveGuard(confirming.isSuccess)
  const close = () => {
    onClose()
    if (confirming.isSuccess) void queries.invalidateQueries({ queryKey: ['getMe'] })
  }
  const error = confirming.isError ? asApiError(confirming.error) : null
  const isWrong = error?.code === 'second_factor_wrong'
  if (confirming.isSuccess)
    return (
      <GuardedDialog
        title={texts.codesTitle}
        isOpen
        isTyped={false}
        guard={guard}
        question={texts.codesBody}
        onClose={close}
        isAlert
        actions={
          <Button kind="main" onPress={close}>
            {texts.kept}
          </Button>
        }
      >
        <RecoveryCodes codes={confirming.data.recovery_codes} />
      </GuardedDialog>
    )
  return (
    <Dialog
      title={texts.setUpTitle}
      isOpen
      isPending={confirming.isPending}
      onClose={close}
      isAlert
      actions={
        <>
          <DialogCancel />
          <Button kind="main" type="submit" form="second-factor" isPending={confirming.isPending}>
            {texts.turnOn}
          </Button>
        </>
      }
    >
      <Loaded query={begun}>
        {({ secret, uri }) => (
          <Form
            id="second-factor"
            className={styles.fields}
            isPending={confirming.isPending}
            onSubmit={() => confirming.mutate()}
          >
            <p>{texts.scan}</p>
            <QrCode text={uri} label={texts.qrLabel} />
            <p>{texts.typeIt}</p>
            <Code text={secret} label={texts.secretLabel} />
            <TextField
              label={texts.codeOfApp}
              autoComplete="one-time-code"
              inputMode="numeric"
              required
              mono
              width="short"
              value={code}
              onChange={({ target }) => setCode(target.value)}
              fault={isWrong ? texts.wrong : undefined}
            />
          </Form>
        )}
      </Loaded>
      {error !== null && !isWrong && <Failure error={error} />}
    </Dialog>
  )
}
