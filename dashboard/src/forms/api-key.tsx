import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { asApiError } from '../api/errors.ts'
import type { Data } from '../api/operations.ts'
import { DialogCancel } from '../components/dialog-cancel.tsx'
import { Failure } from '../components/failure.tsx'
import { GuardedDialog } from '../components/typed-dialog.tsx'
import { When } from '../components/when.tsx'
import { faultAt } from '../hooks/fault-at.ts'
import { useLeaveGuard } from '../hooks/use-leave-guard.ts'
import { usePlace } from '../hooks/use-place.ts'
import { coversOrganization } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Code } from '../ui/code.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Form } from '../ui/form.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import { RateFields, rateToSend, usualRate } from './key-rate.tsx'
import type { TypedRate } from './key-rate.tsx'
import styles from './form.module.css'

export type ApiKey = Data<'listApiKeys'>['items'][number]

const scopes = [
  'calls:create',
  'whatsapp:create',
  'agents:chat',
  'agents:manage',
  'profiles:manage',
  'profiles:erase',
  'webhooks:manage',
  'suppressions:manage',
  'audit:read',
  'events:read',
] as const
type Scope = (typeof scopes)[number]
/** The scopes that reach the whole organization. */
const organizationScopes: readonly Scope[] = ['suppressions:manage', 'audit:read']

/** Returns whether a key has a scope that reaches the whole organization. */
export function reachesOrganization(granted: ApiKey['scopes']): boolean {
  return organizationScopes.some((scope) => granted.includes(scope))
}

/** Returns whether a key may do all that any key may. */
export function isEverything(granted: ApiKey['scopes']): boolean {
  return scopes.every((scope) => granted.includes(scope))
}

const overlaps = ['0', '900', '3600', '86400', '604800']

/** Makes a key, and shows its value once, with a command that uses it. */
export function NewApiKey({ onClose }: { onClose: () => void }) {
  const { keys: texts, common } = useMessages('keys')
  const { ids } = usePlace()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [granted, grant] = useState<readonly Scope[]>([])
  const [rate, setRate] = useState<TypedRate>(usualRate)
  const making = useMutation({
    mutationFn: () =>
      call('createApiKey', { ...ids, body: { name, scopes: [...granted], rate: rateToSend(rate) } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['listApiKeys'] }),
  })
  const isTyped = name !== '' || granted.length > 0
  // What is shown this once is not lost by going back either.
  const guard = useLeaveGuard(isTyped || making.isSuccess)
  const error = making.isError ? asApiError(making.error) : null
  const faults = error?.faults ?? []
  return (
    <GuardedDialog
      title={texts.newTitle}
      isOpen
      isTyped={isTyped && !making.isSuccess}
      guard={guard}
      question={making.isSuccess ? texts.made : undefined}
      onClose={onClose}
      isPending={making.isPending}
      wide={making.isSuccess}
      isAlert={making.isSuccess}
      actions={
        making.isSuccess ? (
          <Button onPress={onClose}>{common.close}</Button>
        ) : (
          <>
            <DialogCancel />
            <Button kind="main" type="submit" form="new-key" isPending={making.isPending}>
              {texts.make}
            </Button>
          </>
        )
      }
    >
      {making.isSuccess ? (
        <MadeKey value={making.data.key} />
      ) : (
        <Form
          id="new-key"
          className={styles.fields}
          isPending={making.isPending}
          onSubmit={() => making.mutate()}
        >
          <TextField
            label={texts.name}
            hint={texts.nameHint}
            required
            autoFocus
            value={name}
            onChange={({ target }) => setName(target.value)}
            fault={faultAt(faults, 'name')}
          />
          <ScopeChoices granted={granted} onChange={grant} />
          <RateFields rate={rate} onChange={setRate} faults={faults} />
          {error !== null && faults.length === 0 && <Failure error={error} />}
        </Form>
      )}
    </GuardedDialog>
  )
}

/** What a key may do besides reading. What reaches the whole organization needs a role for all of it. */
function ScopeChoices({
  granted,
  onChange,
}: {
  granted: readonly Scope[]
  onChange: (granted: readonly Scope[]) => void
}) {
  const { keys: texts, common } = useMessages('keys')
  const { organization } = usePlace()
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{texts.scopes}</legend>
      {scopes.map((scope) => {
        const isClosed = organizationScopes.includes(scope) && !coversOrganization(organization)
        return (
          <Checkbox
            key={scope}
            label={texts.scopeNames[scope]}
            hint={
              <>
                <code dir="ltr">{scope}</code> {isClosed && common.forSomeProjects}
              </>
            }
            disabled={isClosed}
            checked={granted.includes(scope)}
            onChange={({ target }) =>
              onChange(scopes.filter((one) => (one === scope ? target.checked : granted.includes(one))))
            }
          />
        )
      })}
      <p className={styles.hint}>{texts.scopesLead}</p>
    </fieldset>
  )
}

/** The value of a key, and a command that works as it is. */
function MadeKey({ value }: { value: string }) {
  const { keys: texts } = useMessages('keys')
  const { ids } = usePlace()
  const address = `${location.origin}/organizations/${ids.organization_id}/projects/${ids.project_id}/campaigns`
  return (
    <>
      <p>{texts.made}</p>
      <Code text={value} label={texts.keyLabel} />
      <p>{texts.tryIt}</p>
      <Code text={`curl '${address}' \\\n  --header 'X-API-Key: ${value}'`} label={texts.tryLabel} />
    </>
  )
}

/** Replaces a key by a new one; the old one goes on for the time that is chosen. */
export function RotateApiKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { keys: texts, common } = useMessages('keys')
  const { ids, zone } = usePlace()
  const queries = useQueryClient()
  const [overlap, setOverlap] = useState('3600')
  const rotating = useMutation({
    mutationFn: () =>
      call('rotateApiKey', {
        ...ids,
        api_key_id: apiKey._id,
        body: { overlap_seconds: Number(overlap) as 0 },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['listApiKeys'] }),
  })
  // What is shown this once is not lost by going back either.
  const guard = useLeaveGuard(rotating.isSuccess)
  const ends = rotating.data?.replaced.ends_at
  return (
    <GuardedDialog
      title={texts.rotateTitle(apiKey.name)}
      isOpen
      isTyped={false}
      guard={guard}
      question={texts.made}
      onClose={onClose}
      isPending={rotating.isPending}
      isAlert
      wide={rotating.isSuccess}
      actions={
        rotating.isSuccess ? (
          <Button onPress={onClose}>{common.close}</Button>
        ) : (
          <>
            <DialogCancel />
            <Button kind="main" isPending={rotating.isPending} onPress={() => rotating.mutate()}>
              {texts.rotateAction}
            </Button>
          </>
        )
      }
    >
      {rotating.isSuccess ? (
        <>
          <MadeKey value={rotating.data.made.key} />
          <p>
            {overlap === '0' || ends == null ? texts.oldEnded : texts.oldEnds(<When at={ends} zone={zone} />)}
          </p>
        </>
      ) : (
        <>
          <p>{texts.rotateBody}</p>
          <Select
            label={texts.overlap}
            value={overlap}
            choices={overlaps.map((value) => ({ value, label: texts.overlaps[value]! }))}
            onChange={({ target }) => setOverlap(target.value)}
          />
          {rotating.isError && <Failure error={rotating.error} />}
        </>
      )}
    </GuardedDialog>
  )
}

/** Asks before a key stops working for good. */
export function RevokeApiKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { keys: texts } = useMessages('keys')
  const { ids } = usePlace()
  const queries = useQueryClient()
  const toast = useToast()
  const revoking = useMutation({
    mutationFn: () => call('revokeApiKey', { ...ids, api_key_id: apiKey._id }),
    onSuccess: async () => {
      toast({ status: 'done', text: texts.revoked(<bdi>{apiKey.name}</bdi>) })
      onClose()
      await queries.invalidateQueries({ queryKey: ['listApiKeys'] })
    },
  })
  return (
    <Dialog
      title={texts.revokeTitle(apiKey.name)}
      isOpen
      onClose={onClose}
      isPending={revoking.isPending}
      isAlert
      actions={
        <>
          <DialogCancel />
          <Button kind="main" isPending={revoking.isPending} onPress={() => revoking.mutate()}>
            {texts.revokeAction}
          </Button>
        </>
      }
    >
      <p>{texts.revokeBody}</p>
      {revoking.isError && <Failure error={revoking.error} />}
    </Dialog>
  )
}
