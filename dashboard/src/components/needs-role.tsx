import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Role } from '../api/operations.ts'
import { includesRole, usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Banner } from '../ui/banner.tsx'
import { NotAllowed } from './not-allowed.tsx'

interface NeedsRoleProps {
  needs: Role
  /** The head of the page for people without the role. */
  head: ReactNode
  /** The form, with the head of its page. */
  children: ReactNode
}

/**
 * Shows a form to people with a role. Where the role is lowered while the form is open, it stays, so that what is typed
 * is not lost; the server refuses to save it until the role is back.
 */
export function NeedsRole({ needs, head, children }: NeedsRoleProps) {
  const { common } = useMessages()
  const { organization, role } = usePlace()
  const isAllowed = includesRole(role, needs)
  /** Where the form was shown last. The same page of another organization is another form. */
  const [shownIn, setShownIn] = useState<string | null>(null)
  if (isAllowed && shownIn !== organization._id) setShownIn(organization._id)
  if (!isAllowed && shownIn !== organization._id)
    return (
      <>
        {head}
        <NotAllowed needs={needs} />
      </>
    )
  return (
    <>
      {!isAllowed && (
        <Banner kind="wait" title={common.notAllowed(common.roles[needs])}>
          {common.askForRole}
        </Banner>
      )}
      {children}
    </>
  )
}
