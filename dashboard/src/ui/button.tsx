import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import type { ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { classNames } from './class-names.ts'
import { Tooltip } from './tooltip.tsx'
import styles from './button.module.css'

export interface ButtonProps extends Omit<
  AriaButtonProps,
  'className' | 'style' | 'children' | 'isDisabled'
> {
  children: ReactNode
  /**
   * `main` is filled with ink, at most once a page: what sends, saves or dials. `word` is an underlined word in a row.
   */
  kind?: 'main' | 'outlined' | 'word' | 'icon'
  small?: boolean
  /** Why it can't be pressed. The button then stays in the order of focus and says so. */
  reason?: string | null | undefined
}

/** A button. One that can't be pressed says why: give `reason`, don't hide it. */
export function Button({ kind = 'outlined', small = false, reason, children, ...props }: ButtonProps) {
  const className = classNames(styles.button, styles[kind], small && styles.small)
  if (reason === undefined)
    return (
      <AriaButton {...props} className={className}>
        {children}
      </AriaButton>
    )
  return (
    <ReasonedButton {...props} className={className} reason={reason === '' ? null : reason}>
      {children}
    </ReasonedButton>
  )
}

type ReasonedButtonProps = Omit<AriaButtonProps, 'className' | 'style' | 'children'> & {
  className: string
  children: ReactNode
  reason: string | null
}

/**
 * A button that at times can't be pressed. It is the same element at both times, so that it keeps the focus. A finger
 * neither hovers nor leaves the focus, so a press shows the reason too.
 */
function ReasonedButton({ reason, className, children, ...props }: ReasonedButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const isOff = reason !== null
  if (isOpen && !isOff) setOpen(false)
  return (
    <Tooltip text={reason ?? ''} isDisabled={!isOff} isOpen={isOpen && isOff} onOpenChange={setOpen}>
      <AriaButton
        {...props}
        {...(isOff && { onPress: () => setOpen(!isOpen), type: 'button' })}
        className={classNames(className, isOff && styles.off)}
        // The reason is read with the name, before the tooltip is there.
        render={(dom) => <button {...dom} {...(isOff && unavailable(reason))} />}
      >
        {children}
      </AriaButton>
    </Tooltip>
  )
}

function unavailable(reason: string) {
  return { 'aria-disabled': true, 'aria-description': reason }
}

/** Buttons beside each other. */
export function ButtonGroup({ children }: { children: ReactNode }) {
  return <div className={styles.group}>{children}</div>
}
