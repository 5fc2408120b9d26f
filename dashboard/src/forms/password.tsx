import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { asApiError } from '../api/errors.ts'
import { Failure } from '../components/failure.tsx'
import { faultAt } from '../hooks/fault-at.ts'
import { useMe } from '../hooks/use-me.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { Section } from '../ui/section.tsx'
import { PasswordField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import styles from './form.module.css'

/** Changes one's own password; other sessions end. */
export function Passwords() {
  const { me: texts, signIn } = useMessages('me', 'signIn')
  const { email } = useMe()
  const toast = useToast()
  const queries = useQueryClient()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const changing = useMutation({
    mutationFn: () =>
      call(
        'changePassword',
        { body: { current_password: current, new_password: next } },
        { asksToSignIn: false },
      ),
    onSuccess: async () => {
      setCurrent('')
      setNext('')
      toast({ status: 'done', text: texts.changed })
      await queries.invalidateQueries({ queryKey: ['listSessions'] })
    },
  })
  const error = changing.isError ? asApiError(changing.error) : null
  const faults = error?.faults ?? []
  return (
    <Section title={texts.password}>
      <Form className={styles.fields} isPending={changing.isPending} onSubmit={() => changing.mutate()}>
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordField
          label={texts.current}
          autoComplete="current-password"
          required
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
          fault={faultAt(faults, 'current_password')}
        />
        <PasswordField
          label={texts.next}
          hint={signIn.passwordHint}
          autoComplete="new-password"
          required
          value={next}
          onChange={(event) => setNext(event.target.value)}
          fault={faultAt(faults, 'new_password')}
        />
        {error !== null && faults.length === 0 && <Failure error={error} />}
        <Button type="submit" isPending={changing.isPending}>
          {texts.change}
        </Button>
      </Form>
    </Section>
  )
}
