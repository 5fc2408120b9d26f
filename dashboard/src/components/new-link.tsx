import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'

export interface NewLinkProps {
  href: string
  /** Why it can't be followed. */
  reason: string | null
  children: ReactNode
  kind?: 'main' | 'button'
  small?: boolean
  /** What screen readers say in place of the words. */
  label?: string
}

/** A link that looks like a button; for those who may not do what it leads to, a button that says why. */
export function NewLink({ href, reason, children, kind = 'main', small = false, label }: NewLinkProps) {
  const name = label === undefined ? {} : { 'aria-label': label }
  if (reason !== null)
    return (
      <Button kind={kind === 'main' ? 'main' : 'outlined'} small={small} reason={reason} {...name}>
        {children}
      </Button>
    )
  return (
    <Link kind={kind} small={small} href={href} {...name}>
      {children}
    </Link>
  )
}
