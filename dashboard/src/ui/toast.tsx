import { X } from 'lucide-react'
import { createContext, use, useCallback, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { StatusMark } from './status-mark.tsx'
import type { Status } from './status-mark.tsx'
import { useUiTexts } from './ui-texts.ts'
import styles from './toast.module.css'

/** An older one makes room: two would lie over the head of the page. */
const toastsMax = 1
const shownMs = 8_000
/** How much longer one stays that is still read then. */
const longerMs = 1_000

export interface Toast {
  status: Status
  text: ReactNode
  action?: ReactNode
}

const elementId = (id: number): string => `toast-${id}`

const ToastContext = createContext<(toast: Toast) => void>(() => undefined)

/** Returns what shows a message at the edge of the page for 8 s. For what went well; faults stay where they belong. */
export function useToast(): (toast: Toast) => void {
  return use(ToastContext)
}

/** Holds the messages, which screen readers say as they come. */
export function ToastRegion({ children }: { children: ReactNode }) {
  const texts = useUiTexts()
  const [toasts, setToasts] = useState<readonly (Toast & { id: number })[]>([])
  const remove = useCallback((id: number) => setToasts((all) => all.filter((one) => one.id !== id)), [])
  const show = useCallback(
    (toast: Toast) => {
      const id = performance.now()
      setToasts((all) => [...all, { ...toast, id }].slice(-toastsMax))
      const end = (): void => {
        // Somebody who points at it or has the focus in it reads it, or copies from it.
        const isRead = document.getElementById(elementId(id))?.matches(':hover, :focus-within') === true
        if (isRead) setTimeout(end, longerMs)
        else remove(id)
      }
      setTimeout(end, shownMs)
    },
    [remove],
  )
  return (
    <ToastContext value={useMemo(() => show, [show])}>
      {children}
      <section className={styles.region} aria-label={texts.notifications} aria-live="polite">
        {toasts.map(({ id, status, text, action }) => (
          <div key={id} id={elementId(id)} className={styles.toast}>
            <StatusMark status={status} />
            <div className={styles.text}>{text}</div>
            {action}
            <Button kind="icon" small aria-label={texts.close} onPress={() => remove(id)}>
              <X size={14} aria-hidden="true" />
            </Button>
          </div>
        ))}
      </section>
    </ToastContext>
  )
}
