import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useHref, useNavigate } from 'react-router'
import { call } from '../api/client.ts'
import { asApiError } from '../api/errors.ts'
import type { Data, Me } from '../api/operations.ts'
import { sessionEndedMeanwhile, signInGivenUp, signedInAgain } from '../api/sign-in-requests.ts'
import { leaveUnasked } from '../hooks/use-leave-guard.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Form } from '../ui/form.tsx'
import { PasswordField } from '../ui/text-field.tsx'
import { Failure } from './failure.tsx'
import { SignInForm } from './sign-in-form.tsx'
import styles from './sign-in-form.module.css'

/**
 * Asks over the page to sign in when the session has ended, or for the password where it is needed again; what waited
 * for that is then sent again.
 */
export function SignInDialog({ why }: { why: 'signed_out' | 'password_needed' }) {
  const { signIn } = useMessages('signIn')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const me = queries.getQueryData<Me>(['getMe', {}])
  const leave = () => {
    signInGivenUp()
    if (why === 'signed_out') void navigate(paths.signIn())
  }
  const start = useHref(paths.start())
  const enter = ({ email }: Data<'signIn'>) => {
    // What somebody else has begun is neither shown to this person nor done in their name.
    if (me !== undefined && email !== me.email) {
      leaveUnasked()
      location.replace(start)
      return
    }
    signedInAgain()
    // Sessions end where a role changes.
    void queries.invalidateQueries({ queryKey: ['listOrganizations'] })
  }
  const actions = (
    <Button kind="word" onPress={leave}>
      {signIn.leave}
    </Button>
  )
  if (why === 'password_needed')
    return (
      <Dialog title={signIn.confirm} isOpen onClose={leave} isAlert actions={actions}>
        <p>{signIn.confirmMore}</p>
        <ConfirmForm email={me?.email} />
      </Dialog>
    )
  return (
    <Dialog title={signIn.again} isOpen onClose={leave} isAlert actions={actions}>
      <p>{signIn.againMore}</p>
      <SignInForm email={me?.email} onSignedIn={enter} />
    </Dialog>
  )
}

function ConfirmForm({ email }: { email: string | undefined }) {
  const { signIn } = useMessages('signIn')
  const [password, setPassword] = useState('')
  const confirming = useMutation({
    mutationFn: () => call('confirmPassword', { body: { password } }, { asksToSignIn: false }),
    onSuccess: signedInAgain,
    onError: (failure) => {
      const reason = asApiError(failure)
      if (reason.code === 'sign_in_needed') sessionEndedMeanwhile(reason)
    },
  })
  const error = confirming.isError ? asApiError(confirming.error) : null
  const isWrong = error?.code === 'password_wrong'
  return (
    <Form className={styles.form} isPending={confirming.isPending} onSubmit={() => confirming.mutate()}>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        label={signIn.password}
        autoComplete="current-password"
        required
        autoFocus
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        fault={isWrong ? signIn.wrongPassword : undefined}
      />
      {error !== null && !isWrong && <Failure error={error} />}
      <div>
        <Button kind="main" type="submit" isPending={confirming.isPending}>
          {signIn.confirmAction}
        </Button>
      </div>
    </Form>
  )
}
