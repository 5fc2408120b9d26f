import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../api/client.ts'
import { asApiError } from '../api/errors.ts'
import type { ApiError } from '../api/errors.ts'
import { faultAt } from '../hooks/fault-at.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Form } from '../ui/form.tsx'
import { Link } from '../ui/link.tsx'
import { PasswordField, TextField } from '../ui/text-field.tsx'
import { Entrance } from './entrance.tsx'
import { Failure } from './failure.tsx'
import { CodeField } from './sign-in-form.tsx'
import styles from './sign-in-form.module.css'

export interface AcceptLinkProps {
  title: string
  lead: string
  /** What to do when the link is no longer good. */
  spent: string
  /** The first owner says who they are; whoever was invited is known. */
  isFirst?: boolean
}

/** Sets a password by a link that is good once. Its token is the fragment, which no server or proxy sees. */
export function AcceptLink({ title, lead, spent, isFirst = false }: AcceptLinkProps) {
  const { signIn } = useMessages('signIn')
  const { hash } = useLocation()
  const token = hash.slice(1)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [fields, setFields] = useState({ name: '', email: '', password: '' })
  const [code, setCode] = useState<string | null>(null)
  const { name, email, password } = fields
  const accepting = useMutation({
    mutationFn: () =>
      call(
        'acceptLink',
        { body: isFirst ? { token, ...fields } : { token, password, ...(code !== null && { code }) } },
        { asksToSignIn: false },
      ),
    onSuccess: async () => {
      queries.clear()
      await navigate(paths.start(), { replace: true })
    },
    onError: (failure) => {
      if (asApiError(failure).code === 'second_factor_needed') setCode('')
    },
  })
  const error = accepting.isError ? asApiError(accepting.error) : null
  if (token === '' || isSpent(error))
    return (
      <Entrance title={title}>
        <Empty
          next={token === '' ? signIn.noTokenNext : spent}
          action={
            <Link kind="button" href={paths.signIn()}>
              {signIn.toSignIn}
            </Link>
          }
        >
          {token === '' ? signIn.noToken : signIn.spent}
        </Empty>
      </Entrance>
    )
  const set = (field: keyof typeof fields) => (event: { target: { value: string } }) =>
    setFields({ ...fields, [field]: event.target.value })
  const fault = (path: string) => faultAt(error?.faults ?? [], path)
  return (
    <Entrance title={title} lead={lead}>
      <Form className={styles.form} isPending={accepting.isPending} onSubmit={() => accepting.mutate()}>
        {isFirst && (
          <>
            <TextField
              label={signIn.name}
              hint={signIn.nameHint}
              autoComplete="name"
              required
              autoFocus
              value={name}
              onChange={set('name')}
              fault={fault('name')}
            />
            <TextField
              label={signIn.email}
              type="email"
              autoComplete="username"
              required
              value={email}
              onChange={set('email')}
              fault={fault('email')}
            />
          </>
        )}
        <PasswordField
          label={signIn.newPassword}
          hint={signIn.passwordHint}
          autoComplete="new-password"
          required
          autoFocus={!isFirst}
          value={password}
          onChange={set('password')}
          fault={fault('password')}
        />
        {code !== null && (
          <CodeField value={code} onChange={setCode} isWrong={error?.code === 'second_factor_wrong'} />
        )}
        {error !== null && error.faults.length === 0 && !error.code?.startsWith('second_factor') && (
          <Failure error={error} />
        )}
        <div>
          <Button kind="main" type="submit" isPending={accepting.isPending}>
            {signIn.accept}
          </Button>
        </div>
      </Form>
    </Entrance>
  )
}

function isSpent(error: ApiError | null): boolean {
  return error !== null && error.code === 'link_not_found'
}
