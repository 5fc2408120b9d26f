import { useMessages } from '../messages/use-messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Facts } from '../ui/section.tsx'

/** What the keys do. */
export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { shell } = useMessages('shell')
  const keys: [keys: string, does: string][] = [
    ['/', shell.keyFind],
    ['?', shell.keyHelp],
    ['c', shell.keyCopy],
    ['g h', shell.keyGo(shell.home)],
    ['g l', shell.keyGo(shell.live)],
    ['g c', shell.keyGo(shell.campaigns)],
    ['g v', shell.keyGo(shell.conversations)],
    ['g k', shell.keyGo(shell.keys)],
  ]
  return (
    <Dialog title={shell.keysTitle} isOpen={isOpen} onClose={onClose}>
      <Facts facts={keys.map(([key, does]) => ({ name: <kbd dir="ltr">{key}</kbd>, value: does }))} />
    </Dialog>
  )
}
