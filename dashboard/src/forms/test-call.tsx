import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { allPagesQuery } from '../api/all-pages.ts'
import type { Fault } from '../api/errors.ts'
import type { ConfiguredCampaign } from '../api/generated.ts'
import { query } from '../api/queries.ts'
import { CallOutcome } from '../components/call-outcome.tsx'
import { DialogCancel } from '../components/dialog-cancel.tsx'
import { isSandboxAddress } from '../format/sandbox-address.ts'
import { faultAt } from '../hooks/fault-at.ts'
import type { CallRequest, RequestedCall } from '../hooks/use-call-request.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Form } from '../ui/form.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './form.module.css'

/** A call that waits for this long for its conversation is shown as a call instead. */
const conversationMsMax = 8_000
const askAgainMs = 250

export interface TestCallProps {
  campaign: ConfiguredCampaign
  /** Whom to call; else the reader types a number. */
  person?: { number: string; name: string | null }
  requested: RequestedCall
  onClose: () => void
}

/** Places one call of a campaign, and opens its conversation as it begins. */
export function TestCall({ campaign, person, requested, onClose }: TestCallProps) {
  const { campaigns: texts, common, failure } = useMessages('campaigns')
  const isSandbox = useIsSandbox(campaign) && person === undefined
  const { open, error, isPending, callId } = requested
  const [first] = useState(() => typedOf(open, person))
  const [typed, setNumber] = useState(first.number)
  const [name, setName] = useState(first.name)
  const [values, setValues] = useState(first.values)
  const number = typed ?? (isSandbox ? texts.testOutcomes[0]!.number : '')
  const variables = useVariables(campaign)
  const faults = error?.faults ?? []
  const isUnderWay = isPending || callId !== null
  // While the outcome is not known, only the same request may be repeated.
  const isFixed = isUnderWay || open !== null
  const place = (operation: CallRequest['operation']): void => {
    const body = { phone_number: number, ...(name !== '' && { name }), ...filled(values) }
    requested.place(open ?? { operation, campaign_id: campaign._id, body })
  }
  const close = (): void => {
    requested.forget()
    onClose()
  }
  return (
    <Dialog
      title={person === undefined ? texts.testTitle : texts.callTitle(person.name ?? person.number)}
      isOpen
      isPending={isPending}
      onClose={close}
      actions={
        <>
          <DialogCancel>{open === null ? common.cancel : common.close}</DialogCancel>
          {error !== null && error.status === 400 && faults.length === 0 && (
            <Button onPress={() => place('createCall')}>{texts.testQueue}</Button>
          )}
          <Button kind="main" type="submit" form="test-call" isPending={isUnderWay}>
            {open === null ? texts.testAction : failure.askAgain}
          </Button>
        </>
      }
    >
      <p>{texts.testBody(<bdi>{campaign.name}</bdi>)}</p>
      <Form
        id="test-call"
        className={styles.fields}
        isPending={isUnderWay}
        onSubmit={() => place('triggerCall')}
      >
        {isSandbox && (
          <Select
            label={texts.testSandbox}
            hint={texts.testSandboxHint}
            choices={texts.testOutcomes.map((one) => ({ value: one.number, label: one.label }))}
            value={texts.testOutcomes.some((one) => one.number === number) ? number : ''}
            disabled={isFixed}
            onChange={({ target }) => setNumber(target.value)}
          />
        )}
        <TextField
          label={texts.testNumber}
          hint={isSandbox ? undefined : texts.testNumberHint}
          type="tel"
          dir="ltr"
          required
          autoFocus={!isSandbox}
          readOnly={isFixed}
          value={number}
          onChange={({ target }) => setNumber(target.value)}
          fault={faultAt(faults, 'phone_number')}
        />
        <TextField
          label={texts.testName}
          hint={variables.includes('name') ? texts.testNameSpoken : undefined}
          optional
          readOnly={isFixed}
          value={name}
          onChange={({ target }) => setName(target.value)}
          fault={faultAt(faults, 'name')}
        />
        <VariableFields
          variables={variables.filter(hasNoField)}
          values={values}
          faults={faults}
          isFixed={isFixed}
          onChange={setValues}
        />
      </Form>
      {faults.length === 0 && <CallOutcome requested={requested} />}
      {callId !== null && <Follow campaignId={campaign._id} callId={callId} />}
    </Dialog>
  )
}

interface VariableFieldsProps {
  variables: readonly string[]
  values: Record<string, string>
  faults: readonly Fault[]
  isFixed: boolean
  onChange: (values: Record<string, string>) => void
}

/** A field for each variable that the script names. */
function VariableFields({ variables, values, faults, isFixed, onChange }: VariableFieldsProps) {
  return variables.map((variable) => (
    <TextField
      key={variable}
      label={variable}
      optional
      readOnly={isFixed}
      value={values[variable] ?? ''}
      onChange={({ target }) => onChange({ ...values, [variable]: target.value })}
      fault={faultAt(faults, variable)}
    />
  ))
}

/** Waits until the call has a conversation, and opens it; the page of the call where none comes soon. */
function Follow({ campaignId, callId }: { campaignId: string; callId: string }) {
  const { campaigns: texts } = useMessages('campaigns')
  const { ids, place } = usePlace()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const without = withoutDialog(search)
  const [isLate, setLate] = useState(false)
  const params = { ...ids, campaign_id: campaignId, campaign_queue_id: callId }
  const { data } = useQuery({ ...query('getCall', params), refetchInterval: askAgainMs, staleTime: 0 })
  const conversationId = data?.attempts.findLast(
    (attempt) => attempt.conversation_id !== null,
  )?.conversation_id
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), conversationMsMax)
    return () => clearTimeout(timer)
  }, [])
  // A text, since `place` is another object in each render: one address is opened once.
  const address =
    conversationId != null
      ? paths.conversation(place, conversationId)
      : isLate
        ? paths.call(place, callId)
        : null
  useEffect(() => {
    const open = async () => {
      if (address === null) return
      // A page that has this dialog in its address would open it again on the way back.
      await navigate(pathname + without, { replace: true })
      await navigate(address)
    }
    void open()
  }, [address, navigate, pathname, without])
  return <p role="status">{texts.testFollow}</p>
}

/** Returns the query of an address without the dialog that it opens. */
function withoutDialog(search: string): string {
  const parameters = new URLSearchParams(search)
  parameters.delete('test')
  return parameters.size === 0 ? '' : `?${parameters}`
}

/** Returns whether the carrier of a campaign is one on this machine: nobody is really called. */
function useIsSandbox({ caller_id }: ConfiguredCampaign): boolean {
  const { ids } = usePlace()
  const callerIds = useQuery(allPagesQuery('listCallerIds', ids))
  const carriers = useQuery(query('listVoiceCarriers', { ...ids, limit: 100 }))
  const name = callerIds.data?.items.find(({ number }) => number === caller_id)?.carrier
  return isSandboxAddress(carriers.data?.items.find((carrier) => carrier.name === name)?.api_url ?? null)
}

/** Returns whether a variable has no field of its own. */
function hasNoField(variable: string): boolean {
  return variable !== 'name' && variable !== 'phone_number'
}

/** Returns the variables that a script names. */
function useVariables({ campaign_type, script }: ConfiguredCampaign): string[] {
  const { ids } = usePlace()
  const text = campaign_type === 'script' ? (script ?? '') : ''
  const preview = useQuery({
    ...query('previewScript', { ...ids, body: { script: text, customer: {} } }),
    enabled: text !== '',
  })
  return preview.data?.variables ?? []
}

/** Returns what the fields begin with: the request whose outcome is not known yet, if there is one. */
function typedOf(open: CallRequest | null, person: TestCallProps['person']) {
  if (open === null) return { number: person?.number ?? null, name: person?.name ?? '', values: {} }
  const { phone_number: number, name = '', ...values } = open.body as Record<string, string>
  return { number: number ?? null, name, values }
}

function filled(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}
