import type { ComponentProps } from 'react'

export interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /** Whether what it has begun is still under way. It begins nothing more meanwhile. */
  isPending?: boolean
  onSubmit: () => void
}

/**
 * A form whose fields are read by their page. Give it the `isPending` of its button: where a form has a single field,
 * Enter submits it although its button is pending, and a second press would begin everything twice.
 */
export function Form({ isPending = false, onSubmit, ...props }: FormProps) {
  return (
    <form
      {...props}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) onSubmit()
      }}
    />
  )
}
