import { useEffect } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { Dialog as AriaDialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import styles from './dialog.module.css'

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

/** By then what opened the dialog has the focus again, if it is still there. */
const restoredMs = 200

/** What opened the dialog may be gone with what the dialog did; then the keyboard goes on at the page's title. */
function focusTitleIfLost(): void {
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus()
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
  useEffect(() => {
    if (!isOpen) return undefined
    return () => void setTimeout(focusTitleIfLost, restoredMs)
  }, [isOpen])
  return (
    <ModalOverlay
      className={styles.veil}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!isAlert}
    >
      <Modal className={wide ? `${styles.modal} ${styles.wide}` : styles.modal}>
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
