import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { call } from '../api/client.ts'
import { DialogCancel } from '../components/dialog-cancel.tsx'
import { Failure } from '../components/failure.tsx'
import { GuardedDialog } from '../components/typed-dialog.tsx'
import { When } from '../components/when.tsx'
import { useLeaveGuard } from '../hooks/use-leave-guard.ts'
import { useMe } from '../hooks/use-me.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Code } from '../ui/code.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Section } from '../ui/section.tsx'
import { useToast } from '../ui/toast.tsx'
import styles from './form.module.css'

/** Loaded when it is needed, since few set one up twice: it draws a QR code. */
const SetUp = lazy(async () => ({ default: (await import('./set-up-second-factor.tsx')).SetUpSecondFactor }))

/** Whether signing in asks for a code of one's app, and what can be done about it. */
export function SecondFactor() {
  const { secondFactor: texts } = useMessages('secondFactor')
  const { second_factor, timezone } = useMe()
  const zone = timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const [dialog, setDialog] = useState<'set-up' | 'codes' | 'off' | null>(null)
  const close = () => setDialog(null)
  return (
    <Section title={texts.title}>
      <div className={styles.fields}>
        {second_factor === null ? (
          <>
            <p>
              {texts.off} {texts.offNext}
            </p>
            <Button onPress={() => setDialog('set-up')}>{texts.setUp}</Button>
          </>
        ) : (
          <>
            <p>
              {texts.on(<When at={second_factor.since} zone={zone} />)}{' '}
              {texts.codesLeft(second_factor.recovery_codes_left)}
            </p>
            <div className={styles.buttons}>
              <Button onPress={() => setDialog('codes')}>{texts.newCodes}</Button>
              <Button onPress={() => setDialog('off')}>{texts.turnOff}</Button>
            </div>
          </>
        )}
      </div>
      {dialog === 'set-up' && (
        <Suspense>
          <SetUp onClose={close} />
        </Suspense>
      )}
      {dialog === 'codes' && <NewCodes onClose={close} />}
      {dialog === 'off' && <TurnOff onClose={close} />}
    </Section>
  )
}

/** Recovery codes, which are shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { secondFactor: texts } = useMessages('secondFactor')
  return (
    <>
      <p>{texts.codesBody}</p>
      <Code
        text={codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`).join('\n')}
        label={texts.codesLabel}
      />
    </>
  )
}

function NewCodes({ onClose }: { onClose: () => void }) {
  const { secondFactor: texts } = useMessages('secondFactor')
  const queries = useQueryClient()
  const making = useMutation({
    mutationFn: () => call('renewRecoveryCodes', {}),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['getMe'] }),
  })
  // What is shown this once is not lost by going back either.
  const guard = useLeaveGuard(making.isSuccess)
  return (
    <GuardedDialog
      title={making.isSuccess ? texts.codesTitle : texts.newCodesTitle}
      isOpen
      isTyped={false}
      guard={guard}
      question={texts.codesBody}
      isPending={making.isPending}
      onClose={onClose}
      isAlert
      actions={
        making.isSuccess ? (
          <Button kind="main" onPress={onClose}>
            {texts.kept}
          </Button>
        ) : (
          <>
            <DialogCancel />
            <Button kind="main" isPending={making.isPending} onPress={() => making.mutate()}>
              {texts.newCodesAction}
            </Button>
          </>
        )
      }
    >
      {making.isSuccess ? <RecoveryCodes codes={making.data.recovery_codes} /> : <p>{texts.newCodesBody}</p>}
      {making.isError && <Failure error={making.error} />}
    </GuardedDialog>
  )
}

function TurnOff({ onClose }: { onClose: () => void }) {
  const { secondFactor: texts } = useMessages('secondFactor')
  const queries = useQueryClient()
  const toast = useToast()
  const ending = useMutation({
    mutationFn: () => call('endSecondFactor', {}),
    onSuccess: async () => {
      toast({ status: 'done', text: texts.turnedOff })
      onClose()
      await queries.invalidateQueries({ queryKey: ['getMe'] })
    },
  })
  return (
    <Dialog
      title={texts.turnOffTitle}
      isOpen
      onClose={onClose}
      isPending={ending.isPending}
      isAlert
      actions={
        <>
          <DialogCancel />
          <Button kind="main" isPending={ending.isPending} onPress={() => ending.mutate()}>
            {texts.turnOffAction}
          </Button>
        </>
      }
    >
      <p>{texts.turnOffBody}</p>
      {ending.isError && <Failure error={ending.error} />}
    </Dialog>
  )
}
