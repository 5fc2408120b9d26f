import { useRef, useState } from 'react'
import type { DragEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './file-drop.module.css'

/**
 * Returns the handlers of an element that takes dropped files, and whether a file is over it. Other dragged things are
 * ignored.
 */
function useDrop(onFiles: (files: readonly File[]) => void, isOff: boolean) {
  const [isOver, setOver] = useState(false)
  const hasFiles = ({ dataTransfer }: DragEvent) => !isOff && [...dataTransfer.types].includes('Files')
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false)
        if (!hasFiles(event)) return
        event.preventDefault()
        event.stopPropagation()
        onFiles([...event.dataTransfer.files])
      },
    },
  }
}

export interface DropAreaProps {
  /** What happens to what is dropped, for screen readers. */
  label: string
  onFiles: (files: readonly File[]) => void
  isOff?: boolean
  children: ReactNode
}

/** A part of a page on which files can be dropped. A comfort: whatever it does, a button does too. */
export function DropArea({ label, onFiles, isOff = false, children }: DropAreaProps) {
  const { isOver, handlers } = useDrop(onFiles, isOff)
  return (
    <div
      role="group"
      aria-label={label}
      className={classNames(styles.area, isOver && styles.over)}
      {...handlers}
    >
      {children}
    </div>
  )
}

export interface FileDropProps {
  label: string
  /** Before the button: "Drop files here, or". */
  children: ReactNode
  pick: string
  /** As the attribute `accept`: `.pdf,.docx`. */
  accept: string
  onFiles: (files: readonly File[]) => void
}

/** Takes files: dropped, or chosen by the browser's own dialog, which keyboards and phones know. */
export function FileDrop({ label, children, pick, accept, onFiles }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const { isOver, handlers } = useDrop(onFiles, false)
  return (
    <div className={classNames(styles.zone, isOver && styles.zoneOver)} {...handlers}>
      <span>{children}</span>
      <input
        ref={input}
        type="file"
        multiple
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className={styles.input}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Button onPress={() => input.current?.click()}>{pick}</Button>
    </div>
  )
}
