import { AcceptLink } from '../components/accept-link.tsx'
import { useMessages } from '../messages/use-messages.ts'

/** `/welcome#token`: the first owner, from the link that the service prints at its start. */
export function WelcomePage() {
  const { signIn } = useMessages('signIn')
  return (
    <AcceptLink title={signIn.welcomeTitle} lead={signIn.welcomeLead} spent={signIn.spentWelcome} isFirst />
  )
}
