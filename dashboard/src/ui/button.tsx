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
  if (reason == null || reason === '')
    return (
      <AriaButton {...props} className={className}>
        {children}
      </AriaButton>
    )
  return (
    <Unavailable {...props} className={classNames(className, styles.off)} reason={reason}>
      {children}
    </Unavailable>
  )
}

type UnavailableProps = Omit<AriaButtonProps, 'style' | 'children'> & { children: ReactNode; reason: string }

/** A button that can't be pressed. A finger neither hovers nor leaves the focus, so a press shows the reason too. */
function Unavailable({ reason, children, ...props }: UnavailableProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Tooltip text={reason} isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton
        {...props}
        onPress={() => setOpen(!isOpen)}
        type="button"
        // The reason is read with the name, before the tooltip is there.
        render={(dom) => <button {...dom} {...unavailable(reason)} />}
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
