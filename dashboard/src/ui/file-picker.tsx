import { useRef } from 'react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

export interface FilePickerProps {
  /** Which files the browser offers, such as `.yaml`. */
  accept: string
  /** Called with the text of the chosen file. */
  onText: (text: string) => void
  /** Whether something is under way, during which no file can be chosen. */
  isPending?: boolean
  children: ReactNode
}

/** A button that asks for a file of text and reads it in the browser. */
export function FilePicker({ accept, onText, isPending = false, children }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button isPending={isPending} onPress={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          // The same file may be chosen again after it was changed.
          target.value = ''
          if (file !== undefined) void file.text().then(onText)
        }}
      />
    </>
  )
}
