import { useId, useImperativeHandle, useRef } from 'react'
import type { ReactNode, Ref } from 'react'
import { FieldFrame, describedBy } from './field.tsx'
import styles from './source-field.module.css'

/** In pixels, as in the styles. */
const lineHeight = 20

export interface SourceFieldHandle {
  /** Puts the cursor at a place; both from 1. */
  goTo: (line: number, column: number) => void
}

export interface SourceFieldProps {
  label: string
  hideLabel?: boolean
  hint?: ReactNode
  value: string
  onChange: (value: string) => void
  /** From 1. They are marked beside the text; the sentences stand below. */
  faultyLines: ReadonlySet<number>
  isReadOnly?: boolean
  handle?: Ref<SourceFieldHandle>
}

/** Source text with the numbers of its lines. */
export function SourceField(props: SourceFieldProps) {
  const { label, hideLabel, hint, value, onChange, faultyLines, isReadOnly = false, handle } = props
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(handle, () => ({
    goTo: (line, column) => {
      const before = value.split('\n').slice(0, line - 1)
      const at = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1
      const field = area.current
      if (field === null) return
      field.focus({ preventScroll: true })
      field.setSelectionRange(at, at)
      const top = field.getBoundingClientRect().top + scrollY + (line - 1) * lineHeight
      scrollTo({ top: top - innerHeight / 3 })
    },
  }))
  const lines = value.split('\n').length
  return (
    <FieldFrame id={id} label={label} hideLabel={hideLabel} hint={hint}>
      <div className={styles.frame} {...(faultyLines.size > 0 ? { 'data-invalid': '' } : {})} dir="ltr">
        <div className={styles.numbers} aria-hidden="true">
          {Array.from({ length: lines }, (_, index) => (
            <div key={index} className={faultyLines.has(index + 1) ? styles.faulty : undefined}>
              {index + 1}
            </div>
          ))}
        </div>
        <textarea
          ref={area}
          id={id}
          className={styles.text}
          rows={lines + 1}
          wrap="off"
          data-stored=""
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          value={value}
          readOnly={isReadOnly}
          onChange={({ target }) => onChange(target.value)}
          aria-invalid={faultyLines.size > 0 ? true : undefined}
          aria-describedby={describedBy(id, { label, hint })}
        />
      </div>
    </FieldFrame>
  )
}
