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
  'aria-label'?: string
  'aria-current'?: 'page' | 'true'
}

interface DownloadLinkProps {
  id: string
  /** Lies outside of the dashboard. */
  href: string
  kind?: 'text' | 'button'
  /** Saves what is at the address. */
  onSave: () => void
  children: ReactNode
}

/** Saves a file of the service when it is pressed. Its address can be copied as that of any link. */
export function DownloadLink({ id, href, kind = 'button', onSave, children }: DownloadLinkProps) {
  return (
    <a
      id={id}
      href={href}
      download=""
      className={kind === 'button' ? buttonStyles.button : styles.link}
      onClick={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      {children}
    </a>
  )
}

/** A link. Inside the dashboard it moves without loading the page again. */
export function Link({ kind = 'text', small = false, children, ...props }: LinkProps) {
  const asButton = kind === 'button' || kind === 'main'
  const className = asButton
    ? classNames(buttonStyles.button, kind === 'main' && buttonStyles.main, small && buttonStyles.small)
    : classNames(styles.link, kind === 'plain' && styles.plain, small && styles.small)
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
