import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'

/**
 * Pastes at one press, where a finger would press long and then press what comes up. A browser may ask whether it may;
 * where it gives no text, the person still has the field. Without a secure context there is no such button.
 */
export function PasteButton({ onPaste }: { onPaste: (text: string) => void }) {
  const { shell } = useMessages('shell')
  if (!globalThis.isSecureContext) return null
  const paste = async (): Promise<void> =>
    onPaste((await navigator.clipboard.readText().catch(() => '')).trim())
  return (
    <Button aria-label={shell.pasteLabel} onPress={() => void paste()}>
      {shell.paste}
    </Button>
  )
}
