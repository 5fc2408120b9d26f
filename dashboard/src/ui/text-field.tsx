import { useId, useState } from 'react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { FieldFrame, describedBy } from './field.tsx'
import type { FieldProps } from './field.tsx'
import { useUiTexts } from './ui-texts.ts'
import box from './field.module.css'
import styles from './text-field.module.css'

/** How wide the box is: as its content needs, not as the page is. */
export type FieldWidth = 'short' | 'medium' | 'long' | 'full'

export interface TextFieldProps
  extends FieldProps, Omit<ComponentProps<'input'>, 'className' | 'style' | 'children' | 'width'> {
  width?: FieldWidth
  /** For ids, keys, codes. */
  mono?: boolean
}

/** One line of text. Takes what `register` of React Hook Form returns. */
export function TextField(props: TextFieldProps) {
  const { label, hideLabel, fault, hint, optional, saved, width = 'long', mono = false, ...input } = props
  const made = useId()
  const id = input.id ?? made
  return (
    <FieldFrame {...{ id, label, hideLabel, fault, hint, optional, saved }}>
      <input
        autoComplete="off"
        {...input}
        id={id}
        className={classNames(box.box, styles[width], mono && styles.mono)}
        aria-invalid={fault ? true : input['aria-invalid']}
        aria-describedby={describedBy(id, props)}
      />
    </FieldFrame>
  )
}

/** A password, which can be shown. Pasting and password managers work. */
export function PasswordField(props: TextFieldProps) {
  const { label, fault, hint, optional, width = 'long', mono: _, saved: _saved, hideLabel, ...input } = props
  const texts = useUiTexts()
  const made = useId()
  const id = input.id ?? made
  const [isShown, show] = useState(false)
  return (
    <FieldFrame {...{ id, label, hideLabel, fault, hint, optional }}>
      <div className={classNames(styles.password, styles[width])}>
        <input
          {...input}
          id={id}
          type={isShown ? 'text' : 'password'}
          spellCheck={false}
          autoCapitalize="none"
          className={box.box}
          aria-invalid={fault ? true : undefined}
          aria-describedby={describedBy(id, props)}
        />
        <button type="button" className={styles.show} aria-controls={id} onClick={() => show(!isShown)}>
          {isShown ? texts.hidePassword : texts.showPassword}
        </button>
      </div>
    </FieldFrame>
  )
}

export interface TextAreaProps
  extends FieldProps, Omit<ComponentProps<'textarea'>, 'className' | 'style' | 'children'> {
  mono?: boolean
}

/** Several lines of text; the box grows with them. */
export function TextArea(props: TextAreaProps) {
  const { label, hideLabel, fault, hint, optional, saved, mono = false, ...input } = props
  const made = useId()
  const id = input.id ?? made
  return (
    <FieldFrame {...{ id, label, hideLabel, fault, hint, optional, saved }}>
      <textarea
        rows={3}
        data-stored=""
        {...input}
        id={id}
        className={classNames(box.box, styles.area, mono && styles.mono)}
        aria-invalid={fault ? true : undefined}
        aria-describedby={describedBy(id, props)}
      />
    </FieldFrame>
  )
}
