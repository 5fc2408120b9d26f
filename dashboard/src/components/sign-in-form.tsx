import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { asApiError } from '../api/errors.ts'
import type { Data } from '../api/operations.ts'
import { formatTime, zoneName } from '../format/instant.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { FieldFault } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { PasswordField, TextField } from '../ui/text-field.tsx'
import { Failure } from './failure.tsx'
import styles from './sign-in-form.module.css'

export interface SignInFormProps {
  onSignedIn: (person: Data<'signIn'>) => void
  email?: string | undefined
}

/** Address and password, and the code where one is needed. Password managers and pasting work. */
export function SignInForm({ onSignedIn, email = '' }: SignInFormProps) {
  const { signIn, locale } = useMessages('signIn')
  const [address, setAddress] = useState(email)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string | null>(null)
  const [failedAt, setFailedAt] = useState(0)
  const signing = useMutation({
    mutationFn: () =>
      call(
        'signIn',
        { body: { email: address, password, ...(code !== null && { code }) } },
        { asksToSignIn: false },
      ),
    onSuccess: (person) => onSignedIn(person),
    onError: (failure) => {
      setFailedAt(Date.now())
      if (asApiError(failure).code === 'second_factor_needed') setCode('')
    },
  })
  const error = signing.isError ? asApiError(signing.error) : null
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const againAt = failedAt + (error?.retryAfterSeconds ?? 0) * 1_000
  return (
    <Form className={styles.form} isPending={signing.isPending} onSubmit={() => signing.mutate()}>
      <TextField
        label={signIn.email}
        type="email"
        name="email"
        autoComplete="username"
        required
        autoFocus={email === ''}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <PasswordField
        label={signIn.password}
        name="password"
        autoComplete="current-password"
        required
        autoFocus={email !== ''}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {code !== null && (
        <CodeField value={code} onChange={setCode} isWrong={error?.code === 'second_factor_wrong'} />
      )}
      <div role="alert">
        {error?.code === 'sign_in_failed' && <FieldFault>{signIn.wrong}</FieldFault>}
        {error?.status === 429 && (
          <FieldFault>
            {signIn.blocked(`${formatTime(againAt, { locale, zone })} ${zoneName(zone)}`)}
          </FieldFault>
        )}
      </div>
      {error !== null && error.status !== 401 && error.status !== 429 && <Failure error={error} />}
      <div>
        <Button kind="main" type="submit" isPending={signing.isPending}>
          {signIn.action}
        </Button>
      </div>
    </Form>
  )
}

interface CodeFieldProps {
  value: string
  onChange: (code: string) => void
  isWrong: boolean
}

/** The code of a second factor. It takes the focus, since it comes when all else is typed. */
export function CodeField({ value, onChange, isWrong }: CodeFieldProps) {
  const { secondFactor } = useMessages('secondFactor')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
  }, [])
  return (
    <TextField
      ref={field}
      label={secondFactor.code}
      hint={secondFactor.codeHint}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      mono
      width="medium"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      fault={isWrong ? secondFactor.wrong : undefined}
    />
  )
}
