import { Suspense, createContext, lazy, useState } from 'react'
import type { ReactNode } from 'react'

export interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** The buttons, in the order of focus: the one that gives up first, the main one last. */
  actions?: ReactNode
  /** A dialog that asks for a decision is not closed by a press beside it. */
  isAlert?: boolean
  /** While it waits for an answer that it shows, Escape and a press beside it do not close it. */
  isPending?: boolean
  wide?: boolean
}

/** What a button needs that closes the dialog around it. */
export const DialogContext = createContext<Pick<DialogProps, 'isPending' | 'onClose'>>({
  onClose: () => {},
})

/** Loads the code of dialogs, 20 KB that no page shows before something is pressed. */
export const loadDialogs = () => import('./dialog-box.tsx')
const DialogBox = lazy(async () => ({ default: (await loadDialogs()).DialogBox }))

/** A dialog over the page. It takes the focus, and gives it back when it closes; Escape closes it. */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen)
  if (props.isOpen && !wasOpen) setWasOpen(true)
  if (!wasOpen) return null
  return (
    <DialogContext value={props}>
      <Suspense>
        <DialogBox {...props} />
      </Suspense>
    </DialogContext>
  )
}
