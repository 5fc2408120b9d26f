import { AcceptLink } from '../components/accept-link.tsx'
import { useMessages } from '../messages/use-messages.ts'

/** `/invited#token`: somebody who was invited, or has lost the password. */
export function InvitedPage() {
  const { signIn } = useMessages('signIn')
  return <AcceptLink title={signIn.invitedTitle} lead={signIn.invitedLead} spent={signIn.spentInvited} />
}
