import { useContext } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { DialogContext } from '../ui/dialog.tsx'

/**
 * The button that gives up the dialog which it stands in. While that waits for an answer, it says why it can't.
 *
 * @param props.children another word than "Cancel".
 */
export function DialogCancel({ children }: { children?: ReactNode }) {
  const { common } = useMessages()
  const { isPending = false, onClose } = useContext(DialogContext)
  return (
    <Button reason={isPending ? common.answerFirst : null} onPress={onClose}>
      {children ?? common.cancel}
    </Button>
  )
}
