import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { Entrance } from '../components/entrance.tsx'
import { SignInForm } from '../components/sign-in-form.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { useNoToasts } from '../ui/toast.tsx'

/** `/sign-in`, then on to the page that was asked for. */
export function SignInPage() {
  const { signIn } = useMessages('signIn')
  const navigate = useNavigate()
  const queries = useQueryClient()
  useNoToasts()
  const [search] = useSearchParams()
  const next = search.get('next') ?? ''
  const enter = () => {
    queries.clear()
    // Only addresses of the dashboard: two slashes at the beginning would lead elsewhere.
    void navigate(/^\/(?![/\\])/.test(next) ? next : paths.start(), { replace: true })
  }
  return (
    <Entrance title={signIn.title}>
      <SignInForm onSignedIn={enter} />
      <p>{signIn.lost}</p>
    </Entrance>
  )
}
