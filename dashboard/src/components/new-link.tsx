import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'

export interface NewLinkProps {
  href: string
  /** Why it can't be followed. */
  reason: string | null
  children: ReactNode
  kind?: 'main' | 'button'
}

/** A link that looks like a button; for those who may not do what it leads to, a button that says why. */
export function NewLink({ href, reason, children, kind = 'main' }: NewLinkProps) {
  if (reason !== null)
    return (
      <Button kind={kind === 'main' ? 'main' : 'outlined'} reason={reason}>
        {children}
      </Button>
    )
  return (
    <Link kind={kind} href={href}>
      {children}
    </Link>
  )
}
