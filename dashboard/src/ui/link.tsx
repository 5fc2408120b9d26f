import type { ReactNode } from 'react'
import { Link as AriaLink } from 'react-aria-components/Link'
import { classNames } from './class-names.ts'
import buttonStyles from './button.module.css'
import styles from './link.module.css'

export interface LinkProps {
  href: string
  children: ReactNode
  /** `button` looks like an outlined button, `main` like the page's main one; `plain` has no line below. */
  kind?: 'text' | 'plain' | 'button' | 'main'
  small?: boolean
  id?: string
  /** Saves what is at the address, which lies outside of the dashboard. */
  download?: boolean
  'aria-label'?: string
  'aria-current'?: 'page' | 'true'
}

/** A button that saves a file. The address is the server's own. */
export function DownloadLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} download="" className={buttonStyles.button}>
      {children}
    </a>
  )
}

/** A link. Inside the dashboard it moves without loading the page again. */
export function Link({ kind = 'text', small = false, children, download = false, ...props }: LinkProps) {
  const asButton = kind === 'button' || kind === 'main'
  const className = asButton
    ? classNames(buttonStyles.button, kind === 'main' && buttonStyles.main, small && buttonStyles.small)
    : classNames(styles.link, kind === 'plain' && styles.plain, small && styles.small)
  // Its address is not one of the router's, which would write its own folder before it.
  if (download)
    return (
      <a {...props} className={className} download>
        {children}
      </a>
    )
  return (
    <AriaLink {...props} className={className}>
      {children}
    </AriaLink>
  )
}

/** An address that the browser saves as a file. */
export function Download({
  href,
  fileName,
  children,
}: {
  href: string
  fileName: string
  children: ReactNode
}) {
  return (
    <a href={href} download={fileName} className={buttonStyles.button}>
      {children}
    </a>
  )
}
