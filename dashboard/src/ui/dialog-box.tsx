import { useEffect } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import type { DialogProps } from './dialog.tsx'
import { focusLastInPage } from './focus-in-page.ts'
import styles from './dialog.module.css'

/** By then it is clear whether what opened the dialog is still there. */
const restoredMs = 200

const hasNoFocus = () => document.activeElement === document.body

/**
 * Gives the focus back to what opened the dialog, or a dialog whose place it took. React Aria tries it in the next
 * frame, but the page behind takes no focus until it is no longer inert, and that may be later: it is an effect that
 * ends. What opened the dialog may be gone with what the dialog did; then the keyboard goes on at the page's title.
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

/** The dialog itself, whose code comes when the page is there. */
export function DialogBox({
  title,
  isOpen,
  onClose,
  children,
  actions,
  isAlert = false,
  isPending = false,
  wide = false,
}: DialogProps) {
  return (
    <ModalOverlay
      className={styles.veil}
      isOpen={isOpen}
      onOpenChange={(open) => !open && !isPending && onClose()}
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
