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
  'aria-label'?: string
  'aria-current'?: 'page' | 'true'
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
