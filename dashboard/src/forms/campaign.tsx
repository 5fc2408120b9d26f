import { useQuery } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { allPagesQuery } from '../api/all-pages.ts'
import type { Fault } from '../api/errors.ts'
import type { ConfiguredCampaign } from '../api/generated.ts'
import type { CallingHours } from '../components/week.tsx'
import { hoursZone } from '../format/hours-zone.ts'
import { formatPhone } from '../format/phone.ts'
import { faultAt as sentencesAt } from '../hooks/fault-at.ts'
import { usePlace } from '../hooks/use-place.ts'
import type { RecordForm } from '../hooks/use-record-form.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { FieldFault } from '../ui/field.tsx'
import { Link } from '../ui/link.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { FormSection } from '../ui/section.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { CallingHoursFields } from './calling-hours.tsx'
import { DirectionField, UnansweredCallFields } from './campaign-direction.tsx'
import { EndField } from './end.tsx'
import { RetryFields } from './retry.tsx'
import type { Retry } from './retry.tsx'
import { ScriptFields } from './script.tsx'
import styles from './campaign.module.css'

/** What the form of a campaign edits, as the declaration has it. */
export interface CampaignValues extends FieldValues {
  name: string
  call_direction: string
  campaign_type: string
  workflow: string | null
  agent: string | null
  script: string | null
  voice: string | null
  caller_id: string | null
  calling_hours: CallingHours | null
  slots: number | null
  retry: Retry | null
  ring_timeout_seconds: number | null
  machine_detection: boolean
  ends_at: string | null
  closed_message: string | null
  busy_message: string | null
}

/** What a new campaign begins with. */
export const newCampaign: CampaignValues = {
  name: '',
  call_direction: 'outbound',
  campaign_type: 'script',
  workflow: null,
  agent: null,
  script: null,
  voice: 'alice',
  caller_id: null,
  calling_hours: null,
  slots: 1,
  retry: null,
  ring_timeout_seconds: 30,
  machine_detection: false,
  ends_at: null,
  closed_message: null,
  busy_message: null,
}

/** Returns what the form edits of a campaign. */
export function campaignValues(campaign: ConfiguredCampaign): CampaignValues {
  const names = Object.keys(newCampaign) as (keyof CampaignValues)[]
  return Object.fromEntries(names.map((name) => [name, campaign[name as keyof ConfiguredCampaign]])) as never
}

/** The sections of a campaign's form. */
export function CampaignFields({ record }: { record: RecordForm<CampaignValues> }) {
  const { campaignForm: texts, common } = useMessages('campaignForm')
  const { zone } = usePlace()
  const { form, faultAt, faults, changed } = record
  const values = useWatch({ control: form.control }) as CampaignValues
  const set = <Name extends keyof CampaignValues & string>(name: Name, value: CampaignValues[Name]) =>
    form.setValue(name as never, value as never)
  const noteOf = (...names: string[]) =>
    names.some((name) => changed.includes(name)) ? common.changed : undefined
  const faultOf = (path: string) => ownFault(faults, path)
  const isInbound = values.call_direction === 'inbound'
  return (
    <div className={styles.form}>
      <FormSection title={texts.nameSection} note={noteOf('name')}>
        <TextField
          label={texts.name}
          hideLabel
          required
          value={values.name}
          onChange={({ target }) => set('name', target.value)}
          fault={faultAt('name')}
        />
      </FormSection>
      <FormSection title={texts.direction} note={noteOf('call_direction')}>
        <DirectionField
          value={values.call_direction}
          onChange={(direction) => set('call_direction', direction)}
          fault={faultAt('call_direction')}
        />
      </FormSection>
      <FormSection
        title={texts.speaks}
        note={noteOf('campaign_type', 'workflow', 'agent', 'script', 'voice')}
      >
        <SpeaksFields values={values} set={set} faultAt={faultAt} />
      </FormSection>
      {!isInbound && (
        <FormSection title={texts.callsFrom} note={noteOf('caller_id')}>
          <CallerIdField
            value={values.caller_id}
            onChange={(callerId) => set('caller_id', callerId)}
            fault={faultAt('caller_id')}
          />
        </FormSection>
      )}
      <FormSection title={texts.hours} note={noteOf('calling_hours')}>
        <CallingHoursFields
          value={values.calling_hours}
          onChange={(hours) => set('calling_hours', hours)}
          zone={zone}
          faultAt={faultAt}
          faultOf={faultOf}
        />
      </FormSection>
      <FormSection title={texts.atOnce} note={noteOf('slots')}>
        <NumberField
          label={texts.slots}
          hideLabel
          unit={texts.slotsUnit}
          hint={texts.slotsHint}
          value={values.slots}
          onChange={(slots) => set('slots', slots)}
          fault={faultAt('slots')}
          saved={changed.includes('slots') && texts.savedValue(<bdi>{record.saved.slots}</bdi>)}
        />
      </FormSection>
      {isInbound ? (
        <FormSection title={texts.turnedAway} note={noteOf('closed_message', 'busy_message')}>
          <UnansweredCallFields
            closed={values.closed_message}
            busy={values.busy_message}
            onChange={set}
            faultAt={faultAt}
          />
        </FormSection>
      ) : (
        <AgainSection record={record} values={values} set={set} faultOf={faultOf} noteOf={noteOf} />
      )}
      <FormSection title={texts.ends} note={noteOf('ends_at')}>
        <EndField
          key={record.saved.ends_at}
          value={values.ends_at}
          onChange={(end) => set('ends_at', end)}
          zone={hoursZone(values.calling_hours, zone)}
          fault={faultAt('ends_at')}
        />
      </FormSection>
    </div>
  )
}

interface AgainSectionProps {
  record: RecordForm<CampaignValues>
  values: CampaignValues
  set: <Name extends keyof CampaignValues & string>(name: Name, value: CampaignValues[Name]) => void
  faultOf: (path: string) => string | undefined
  noteOf: (...names: string[]) => string | undefined
}

/** When a call is tried again, and when it counts as not answered. */
function AgainSection({ record: { faultAt }, values, set, faultOf, noteOf }: AgainSectionProps) {
  const { campaignForm: texts } = useMessages('campaignForm')
  return (
    <FormSection title={texts.again} note={noteOf('retry', 'ring_timeout_seconds', 'machine_detection')}>
      <RetryFields value={values.retry} onChange={(retry) => set('retry', retry)} faultAt={faultAt} />
      <FieldFault>{faultOf('retry')}</FieldFault>
      <NumberField
        label={texts.ring}
        unit={texts.ringUnit}
        value={values.ring_timeout_seconds}
        onChange={(seconds) => set('ring_timeout_seconds', seconds)}
        fault={faultAt('ring_timeout_seconds')}
      />
      <Checkbox
        label={texts.machine}
        hint={texts.machineHint}
        checked={values.machine_detection}
        onChange={({ target }) => set('machine_detection', target.checked)}
        fault={faultAt('machine_detection')}
      />
    </FormSection>
  )
}

interface SpeaksFieldsProps {
  values: CampaignValues
  set: <Name extends keyof CampaignValues & string>(name: Name, value: CampaignValues[Name]) => void
  faultAt: (path: string) => string | undefined
}

function SpeaksFields({ values, set, faultAt }: SpeaksFieldsProps) {
  const { campaignForm: texts } = useMessages('campaignForm')
  return (
    <>
      <Select
        label={texts.kind}
        choices={['script', 'workflow', 'agent'].map((value) => ({ value, label: texts.kinds[value]! }))}
        value={values.campaign_type}
        onChange={({ target }) => set('campaign_type', target.value)}
        fault={faultAt('campaign_type')}
      />
      {values.campaign_type === 'script' ? (
        <>
          <ScriptFields
            value={values.script ?? ''}
            onChange={(script) => set('script', script === '' ? null : script)}
            fault={faultAt('script')}
          />
          <TextField
            label={texts.voice}
            hint={texts.voiceHint}
            width="medium"
            value={values.voice ?? ''}
            onChange={({ target }) => set('voice', target.value === '' ? null : target.value)}
            fault={faultAt('voice')}
          />
        </>
      ) : values.campaign_type === 'agent' ? (
        <AgentField value={values.agent} onChange={(agent) => set('agent', agent)} fault={faultAt('agent')} />
      ) : (
        <WorkflowField
          value={values.workflow}
          onChange={(workflow) => set('workflow', workflow)}
          fault={faultAt('workflow')}
        />
      )}
    </>
  )
}

interface ChosenProps {
  value: string | null
  onChange: (value: string | null) => void
  fault: string | undefined
}

function WorkflowField({ value, onChange, fault }: ChosenProps) {
  const { campaignForm: texts } = useMessages('campaignForm')
  const { ids, place } = usePlace()
  const { data } = useQuery(allPagesQuery('listWorkflows', ids))
  if (data?.items.length === 0)
    return (
      <p>
        {texts.noWorkflows} <Link href={paths.workflows(place)}>{texts.toWorkflows}</Link>
      </p>
    )
  const names = (data?.items ?? []).map(({ name }) => name)
  return (
    <Select
      label={texts.workflow}
      choices={[
        { value: '', label: texts.chooseWorkflow },
        ...withCurrent(names, value).map((name) => ({ value: name, label: name })),
      ]}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      fault={fault}
    />
  )
}

function AgentField({ value, onChange, fault }: ChosenProps) {
  const { campaignForm: texts } = useMessages('campaignForm')
  const { ids, place } = usePlace()
  const { data } = useQuery(allPagesQuery('listAgents', ids))
  if (data?.items.length === 0)
    return (
      <p>
        {texts.noAgents} <Link href={paths.agents(place)}>{texts.toAgents}</Link>
      </p>
    )
  const names = (data?.items ?? []).map(({ name }) => name)
  return (
    <Select
      label={texts.agent}
      choices={[
        { value: '', label: texts.chooseAgent },
        ...withCurrent(names, value).map((name) => ({ value: name, label: name })),
      ]}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      fault={fault}
    />
  )
}

function CallerIdField({ value, onChange, fault }: ChosenProps) {
  const { campaignForm: texts } = useMessages('campaignForm')
  const { ids, place } = usePlace()
  const { data } = useQuery(allPagesQuery('listCallerIds', ids))
  if (data?.items.length === 0)
    return (
      <p>
        {texts.noCallerIds} <Link href={paths.carriers(place)}>{texts.toCarriers}</Link>
      </p>
    )
  const carrierOf = new Map(data?.items.map(({ number, carrier }) => [number, carrier]))
  return (
    <Select
      label={texts.callerId}
      hideLabel
      hint={texts.callerHint}
      choices={[
        { value: '', label: texts.chooseCallerId },
        ...withCurrent([...carrierOf.keys()], value).map((number) => ({
          value: number,
          // An option has no elements: these signs keep the number from being mirrored.
          label: texts.callerOf(`\u2066${formatPhone(number)}\u2069`, carrierOf.get(number) ?? '–'),
        })),
      ]}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      fault={fault}
    />
  )
}

/** The list may be longer than its first page, and is not there at first: what is chosen stays. */
function withCurrent(names: readonly string[], value: string | null): string[] {
  return value === null || names.includes(value) ? [...names] : [...names, value]
}

/** Returns the sentence for a path alone, without those below it. */
function ownFault(faults: readonly Fault[], path: string): string | undefined {
  return sentencesAt(
    faults.filter((fault) => fault.path === path),
    path,
  )
}
