import { useEffect } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { Dialog as AriaDialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import styles from './dialog.module.css'
import { focusLastInPage } from './focus-in-page.ts'

export interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** The buttons, in the order of focus: the one that gives up first, the main one last. */
  actions?: ReactNode
  /** A dialog that asks for a decision is not closed by a press beside it. */
  isAlert?: boolean
  wide?: boolean
}

/** By then it is clear whether what opened the dialog is still there. */
const restoredMs = 200

const hasNoFocus = () => document.activeElement === document.body

/**
 * Gives the focus back to what opened the dialog, or a dialog whose place it took. React Aria tries it in the next frame,
 * but the page behind takes no focus until it is no longer inert, and that may be later: it is an effect that ends.
 * What opened the dialog may be gone with what the dialog did; then the keyboard goes on at the page's title.
 */
function GivesFocusBack() {
  useEffect(
    () => () => {
      if (hasNoFocus()) focusLastInPage()
      setTimeout(() => hasNoFocus() && document.querySelector<HTMLElement>('main h1')?.focus(), restoredMs)
    },
    [],
  )
  return null
}

/** A dialog over the page. It takes the focus, and gives it back when it closes; Escape closes it. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  actions,
  isAlert = false,
  wide = false,
}: DialogProps) {
  return (
    <ModalOverlay
      className={styles.veil}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!isAlert}
    >
      <Modal className={wide ? `${styles.modal} ${styles.wide}` : styles.modal}>
        <GivesFocusBack />
        <AriaDialog className={styles.dialog} role={isAlert ? 'alertdialog' : 'dialog'}>
          <Heading slot="title" level={2} className={styles.title}>
            {title}
          </Heading>
          <div className={styles.body}>{children}</div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Opens the overlay that is the second child by a press on the first. */
export function OpenedBy({ children }: { children: [ReactElement, ReactElement] }) {
  return <DialogTrigger>{children}</DialogTrigger>
}
