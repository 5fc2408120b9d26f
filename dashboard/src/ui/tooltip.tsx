import type { ReactElement } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import styles from './tooltip.module.css'

export interface TooltipProps {
  text: string
  /** Whether there is nothing to show now. */
  isDisabled: boolean
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactElement
}

/** Shows more about the control inside, on hover and focus; a press of the control is its own matter. */
export function Tooltip({ text, isDisabled, isOpen, onOpenChange, children }: TooltipProps) {
  return (
    <TooltipTrigger
      delay={400}
      closeDelay={0}
      shouldCloseOnPress={false}
      isDisabled={isDisabled}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      {children}
      <AriaTooltip className={styles.tooltip} offset={6}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
