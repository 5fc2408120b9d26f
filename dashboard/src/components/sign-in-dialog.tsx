import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import type { Me } from '../api/operations.ts'
import {
  areRequestsWaiting,
  signInGivenUp,
  signedInAgain,
  watchSignInRequests,
} from '../api/sign-in-requests.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Asks to sign in over the page when the session has ended; what waited for that is then sent again. */
export function SignInDialog() {
  const { signIn } = useMessages()
  const isOpen = useSyncExternalStore(watchSignInRequests, areRequestsWaiting)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const me = queries.getQueryData<Me>(['getMe', {}])
  const leave = () => {
    signInGivenUp()
    void navigate(paths.signIn())
  }
  // Whoever was not signed in yet gets the whole page for it.
  const hasPage = me !== undefined
  return (
    <Dialog
      title={signIn.again}
      isOpen={isOpen && hasPage}
      onClose={leave}
      isAlert
      actions={
        <Button kind="word" onPress={leave}>
          {signIn.leave}
        </Button>
      }
    >
      <p>{signIn.againMore}</p>
      <SignInForm email={me?.email} onSignedIn={signedInAgain} />
    </Dialog>
  )
}
