import { X } from 'lucide-react'
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { PressEvent } from 'react-aria-components/Button'
import { Button } from './button.tsx'
import { focusOnceGone } from './focus-once-gone.ts'
import { StatusMark } from './status-mark.tsx'
import type { Status } from './status-mark.tsx'
import { useUiTexts } from './ui-texts.ts'
import styles from './toast.module.css'

/** A message that goes by itself replaces the one before: two would lie over the head of the page. */
const passingMax = 1
/** So many messages that stay are shown; the oldest, which have been seen, make room. */
const stayingMax = 3
const shownMs = 8_000
/** How much longer one stays that is still read then. */
const longerMs = 1_000

export interface Toast {
  status: Status
  text: ReactNode
  action?: ReactNode
  /** What it is about. A later one about the same takes its place, such as the success of a second try. */
  about?: string
  /** Whether it stays until somebody closes it; by default a failure does, and what is not known. */
  stays?: boolean
}

type Shown = Toast & { id: number }

const doesStay = ({ status, stays = status === 'failed' || status === 'unknown' }: Toast): boolean => stays

/** Returns all with a new one, without those that make room for it. */
function withToast(all: readonly Shown[], toast: Shown): readonly Shown[] {
  const others = all.filter(({ about }) => about === undefined || about !== toast.about)
  const next = [...others, toast]
  const staying = next.filter(doesStay).slice(-stayingMax)
  const passing = next.filter((one) => !doesStay(one)).slice(-passingMax)
  return next.filter((one) => staying.includes(one) || passing.includes(one))
}

const elementId = (id: number): string => `toast-${id}`

interface Toasts {
  show: (toast: Toast) => void
  clear: () => void
}

const ToastContext = createContext<Toasts>({ show: () => undefined, clear: () => undefined })

/**
 * Returns what shows a message at the edge of the page: for 8 s what went well, until it is closed what failed. A fault
 * that belongs to a field, a dialog or a row stands there instead.
 */
export function useToast(): (toast: Toast) => void {
  return use(ToastContext).show
}

/** Ends all messages: they are not for who signs in next at the same window. */
export function useNoToasts(): void {
  const { clear } = use(ToastContext)
  useEffect(clear, [clear])
}

/** Holds the messages, which screen readers say as they come. */
export function ToastRegion({ children }: { children: ReactNode }) {
  const texts = useUiTexts()
  const [toasts, setToasts] = useState<readonly Shown[]>([])
  /** What had the focus before a message got it. */
  const before = useRef<Element | null>(null)
  const remove = useCallback((id: number) => setToasts((all) => all.filter((one) => one.id !== id)), [])
  const show = useCallback(
    (toast: Toast) => {
      const id = performance.now()
      setToasts((all) => withToast(all, { ...toast, id }))
      if (doesStay(toast)) return
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
  const clear = useCallback(() => setToasts([]), [])
  const close = (id: number, { pointerType }: PressEvent): void => {
    if (before.current instanceof HTMLElement && before.current.isConnected)
      before.current.focus({ preventScroll: true })
    // A finger or a mouse goes on where it is, and the page with it.
    else if (pointerType === 'keyboard' || pointerType === 'virtual') focusOnceGone()
    remove(id)
  }
  return (
    <ToastContext value={useMemo(() => ({ show, clear }), [show, clear])}>
      {children}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it notes where the focus was */}
      <section
        className={styles.region}
        aria-label={texts.notifications}
        aria-live="polite"
        onFocus={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget
        }}
      >
        {/* The latest is seen first where not all fit. */}
        {toasts.toReversed().map(({ id, status, text, action }) => (
          <div key={id} id={elementId(id)} className={styles.toast}>
            <StatusMark status={status} />
            <div className={styles.text}>{text}</div>
            {action}
            <Button kind="icon" small aria-label={texts.close} onPress={(event) => close(id, event)}>
              <X size={14} aria-hidden="true" />
            </Button>
          </div>
        ))}
      </section>
    </ToastContext>
  )
}
