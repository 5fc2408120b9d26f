import { useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useEffect, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Me } from '../api/operations.ts'
import { signInGivenUp, watchSignInRequests, whyRequestsWait } from '../api/sign-in-requests.ts'
import { removeFrame } from '../hooks/use-frame-gone.ts'
import { loadAreas } from '../messages/areas.ts'
import { paths, withQuery } from '../path-builder.ts'

/**
 * Loads the dialog with all its texts. The shell does it while it has nothing else to do: once a session has ended, the
 * files of this build may be gone, and with the page everything that was typed.
 */
export const loadSignInDialog = async () => {
  const [{ SignInDialog: Asked }] = await Promise.all([
    import('./sign-in-dialog.tsx'),
    loadAreas(['signIn', 'secondFactor']),
  ])
  return { default: Asked }
}
const SignInDialog = lazy(loadSignInDialog)

/** Shows the dialog while requests wait for a person. Somebody who was not signed in yet gets the page for it. */
export function SignInWatch() {
  const why = useSyncExternalStore(watchSignInRequests, whyRequestsWait)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isStranger = why === 'signed_out' && queries.getQueryData<Me>(['getMe', {}]) === undefined
  useEffect(() => {
    if (!isStranger) return
    removeFrame()
    const next = pathname === '/' ? undefined : pathname + search
    // The page that waits is left first, so that nobody sees it fail.
    void Promise.resolve(navigate(withQuery(paths.signIn(), { next }))).then(signInGivenUp)
  }, [isStranger, navigate, pathname, search])
  if (why === null || isStranger) return null
  return (
    <Suspense>
      <SignInDialog why={why} />
    </Suspense>
  )
}
