import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { asApiError } from '../api/errors.ts'
import type { Role, Token } from '../api/operations.ts'
import { query } from '../api/queries.ts'
import { DialogCancel } from '../components/dialog-cancel.tsx'
import { Failure } from '../components/failure.tsx'
import { Loaded } from '../components/loaded.tsx'
import { GuardedDialog } from '../components/typed-dialog.tsx'
import { When } from '../components/when.tsx'
import { faultAt } from '../hooks/fault-at.ts'
import { useLeaveGuard } from '../hooks/use-leave-guard.ts'
import { useMe } from '../hooks/use-me.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Code } from '../ui/code.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { Form } from '../ui/form.tsx'
import { Section } from '../ui/section.tsx'
import { Select } from '../ui/select.tsx'
import { Table } from '../ui/table.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './form.module.css'

const roles = ['viewer', 'editor', 'admin', 'owner'] as const satisfies Role[]

/** Personal tokens, for programs that act for one. */
export function Tokens() {
  const { me: texts } = useMessages('me')
  const { timezone } = useMe()
  const zone = timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const tokens = useQuery(query('listTokens', { limit: 100 }))
  const [dialog, setDialog] = useState<'new' | Token | null>(null)
  const open = (
    <Button small onPress={() => setDialog('new')}>
      {texts.newToken}
    </Button>
  )
  return (
    <Section title={texts.tokens} aside={open}>
      <Loaded query={tokens}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty next={texts.noTokensNext}>{texts.noTokens}</Empty>
          ) : (
            <TokenTable tokens={items} zone={zone} onRevoke={setDialog} />
          )
        }
      </Loaded>
      {dialog === 'new' && <NewToken onClose={() => setDialog(null)} />}
      <RevokeDialog token={dialog === 'new' ? null : dialog} onClose={() => setDialog(null)} />
    </Section>
  )
}

interface TokenTableProps {
  tokens: readonly Token[]
  zone: string
  onRevoke: (token: Token) => void
}

function TokenTable({ tokens, zone, onRevoke }: TokenTableProps) {
  const { me: texts, common } = useMessages('me')
  return (
    <Table
      label={texts.tokens}
      rows={tokens}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'name',
          head: texts.tokenName,
          cell: ({ name }) => <bdi>{name}</bdi>,
          second: ({ prefix }) => <code dir="ltr">{prefix}…</code>,
        },
        { id: 'role', head: texts.role, cell: ({ role }) => common.roles[role] },
        {
          id: 'used',
          head: texts.lastUsed,
          cell: ({ last_used_at }) =>
            last_used_at === null ? texts.neverUsed : <When at={last_used_at} zone={zone} />,
        },
        { id: 'ends', head: texts.ends, cell: ({ ends_at }) => <When at={ends_at} zone={zone} /> },
      ]}
      action={(token) => (
        <Button small aria-label={texts.revokeLabel(token.name)} onPress={() => onRevoke(token)}>
          {texts.revoke}
        </Button>
      )}
    />
  )
}

/** Makes a token, and shows it this once. */
function NewToken({ onClose }: { onClose: () => void }) {
  const { me: texts, common } = useMessages('me')
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const [days, setDays] = useState('90')
  const making = useMutation({
    mutationFn: () => call('createToken', { body: { name, role, days: Number(days) } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['listTokens'] }),
  })
  const isTyped = name !== ''
  // What is shown this once is not lost by going back either.
  const guard = useLeaveGuard(isTyped || making.isSuccess)
  const error = making.isError ? asApiError(making.error) : null
  return (
    <GuardedDialog
      title={texts.newTokenTitle}
      isOpen
      isTyped={isTyped && !making.isSuccess}
      guard={guard}
      question={making.isSuccess ? texts.made : undefined}
      isAlert={making.isSuccess}
      isPending={making.isPending}
      onClose={onClose}
    >
      {making.isSuccess ? (
        <>
          <p>{texts.made}</p>
          <Code text={making.data.token} label={texts.tokenLabel} />
          <div>
            <Button onPress={onClose}>{common.close}</Button>
          </div>
        </>
      ) : (
        <Form className={styles.fields} isPending={making.isPending} onSubmit={() => making.mutate()}>
          <TextField
            label={texts.tokenName}
            hint={texts.tokenNameHint}
            width="full"
            required
            autoFocus
            value={name}
            onChange={(event) => setName(event.target.value)}
            fault={faultAt(error?.faults ?? [], 'name')}
          />
          <Select
            label={texts.tokenRole}
            value={role}
            choices={roles.map((value) => ({ value, label: common.roles[value] }))}
            onChange={({ target }) => setRole(roles.find((one) => one === target.value) ?? 'viewer')}
          />
          <Select
            label={texts.tokenEnds}
            value={days}
            choices={['7', '30', '90', '365'].map((value) => ({ value, label: texts.days(value) }))}
            onChange={({ target }) => setDays(target.value)}
          />
          {error !== null && error.faults.length === 0 && <Failure error={error} />}
          <Button kind="main" type="submit" isPending={making.isPending}>
            {texts.make}
          </Button>
        </Form>
      )}
    </GuardedDialog>
  )
}

function RevokeDialog({ token, onClose }: { token: Token | null; onClose: () => void }) {
  const { me: texts } = useMessages('me')
  const queries = useQueryClient()
  const revoking = useMutation({
    mutationFn: (id: string) => call('revokeToken', { token_id: id }),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries({ queryKey: ['listTokens'] })
    },
  })
  return (
    <Dialog
      title={texts.revokeTitle}
      isOpen={token !== null}
      onClose={onClose}
      isPending={revoking.isPending}
      isAlert
      actions={
        <>
          <DialogCancel />
          <Button
            kind="main"
            isPending={revoking.isPending}
            onPress={() => token !== null && revoking.mutate(token._id)}
          >
            {texts.revokeAction}
          </Button>
        </>
      }
    >
      <p>{texts.revokeBody(token?.name ?? '')}</p>
      {revoking.isError && <Failure error={revoking.error} />}
    </Dialog>
  )
}
