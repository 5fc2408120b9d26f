import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { FieldValues } from 'react-hook-form'
import { call } from '../api/client.ts'
import { dryRunEdit, saveEdit } from '../api/configured.ts'
import type { ConfiguredProject } from '../api/generated.ts'
import { ZoneField } from '../components/zone-field.tsx'
import type { JsonRecord } from '../hooks/merge-record.ts'
import { useRecordForm } from '../hooks/use-record-form.ts'
import type { RecordForm } from '../hooks/use-record-form.ts'
import { useMessages } from '../messages/use-messages.ts'
import { NumberField } from '../ui/number-field.tsx'
import { Select } from '../ui/select.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import { RecordDialog } from './record-dialog.tsx'

interface ProjectValues extends FieldValues {
  name: string
  status: ConfiguredProject['status']
  language: string
  timezone: string
  default_country: string | null
  ticket_keywords: string[]
  retention: Retention | null
  requests_per_second: ConfiguredProject['requests_per_second']
}

type Retention = NonNullable<ConfiguredProject['retention']>

const retentionKinds = ['transcripts', 'messages', 'events', 'audit'] as const
const nothingRemoved: Retention = { transcripts: null, messages: null, events: null, audit: null }

interface ProjectFormProps {
  organizationId: string
  /** null: a new one. */
  project: ConfiguredProject | null
  onClose: () => void
}

/** Makes a project, or changes one. */
export function ProjectForm({ organizationId, project, onClose }: ProjectFormProps) {
  const { settings: texts, common } = useMessages('settings')
  const queries = useQueryClient()
  const toast = useToast()
  const [recordId, setRecordId] = useState(project?._id ?? null)
  const ids = { organization_id: organizationId }
  const edit = (patch: JsonRecord, revision: number | null) => {
    const whole = recordId === null ? { ...fresh(), ...patch } : patch
    return { kind: 'project', ids, recordId, patch: whole, revision } as const
  }
  const record = useRecordForm<ProjectValues, ConfiguredProject>({
    loaded: loadedOf(project),
    reload: async () => loadedOf(await call('getProject', { ...ids, project_id: recordId ?? '' })),
    dryRun: (patch, revision, signal) => dryRunEdit(edit(patch, revision), signal),
    save: (patch, revision) => saveEdit(edit(patch, revision)),
    onSaved: ({ _id, name }) => {
      setRecordId(_id)
      const shown = <bdi>{name}</bdi>
      toast({ status: 'done', text: recordId === null ? texts.made(shown) : texts.saved(shown) })
      void queries.invalidateQueries()
    },
    onFinished: onClose,
  })
  const names: Record<string, string> = {
    name: texts.name,
    status: texts.status,
    language: texts.language,
    timezone: texts.zone,
    default_country: texts.country,
    ticket_keywords: texts.words,
    retention: texts.retention,
    requests_per_second: texts.rate,
  }
  return (
    <RecordDialog
      title={project === null ? texts.newProjectTitle : texts.editTitle(project.name)}
      action={recordId === null ? texts.make : common.save}
      record={record}
      nameOf={(field) => names[field] ?? field}
      onClose={onClose}
    >
      <ProjectFields record={record} isNew={project === null} />
    </RecordDialog>
  )
}

interface ProjectFieldsProps {
  record: RecordForm<ProjectValues>
  isNew: boolean
}

function ProjectFields({ record, isNew }: ProjectFieldsProps) {
  const { settings: texts } = useMessages('settings')
  const values = useWatch({ control: record.form.control }) as ProjectValues
  const set = (name: keyof ProjectValues & string, value: string | number | string[] | Retention | null) =>
    record.form.setValue(name, value)
  return (
    <>
      <TextField
        label={texts.name}
        required
        autoFocus
        value={values.name}
        onChange={({ target }) => set('name', target.value)}
        fault={record.faultAt('name')}
      />
      <TextField
        label={texts.language}
        hint={texts.languageHint}
        width="short"
        dir="ltr"
        value={values.language}
        onChange={({ target }) => set('language', target.value)}
        fault={record.faultAt('language')}
      />
      <ZoneField
        label={texts.zone}
        hint={texts.zoneHint}
        value={values.timezone}
        onChange={(zone) => zone !== null && set('timezone', zone)}
        fault={record.faultAt('timezone')}
      />
      <TextField
        label={texts.country}
        hint={texts.countryHint}
        width="short"
        optional
        dir="ltr"
        value={values.default_country ?? ''}
        onChange={({ target: { value } }) =>
          set('default_country', value === '' ? null : value.toUpperCase())
        }
        fault={record.faultAt('default_country')}
      />
      <TextArea
        label={texts.words}
        hint={texts.wordsHint}
        optional
        value={values.ticket_keywords.join('\n')}
        onChange={({ target: { value } }) => set('ticket_keywords', value === '' ? [] : value.split('\n'))}
        fault={record.faultAt('ticket_keywords')}
      />
      <NumberField
        label={texts.rate}
        hint={texts.rateHint}
        optional
        min={1}
        max={10_000}
        value={values.requests_per_second === 'none' ? null : values.requests_per_second}
        onChange={(rate) => set('requests_per_second', rate ?? 'none')}
        fault={record.faultAt('requests_per_second')}
      />
      {retentionKinds.map((kind) => (
        <NumberField
          key={kind}
          label={texts.retentionOf[kind]}
          hint={kind === 'transcripts' ? texts.retentionHint : undefined}
          unit={texts.days}
          optional
          min={1}
          max={36_500}
          value={values.retention?.[kind] ?? null}
          onChange={(days) => set('retention', withDays(values.retention, kind, days))}
          fault={record.faultAt(`retention.${kind}`)}
        />
      ))}
      {!isNew && (
        <Select
          label={texts.status}
          choices={['active', 'archived'].map((value) => ({
            value,
            label: texts.statuses[value] ?? value,
          }))}
          value={values.status}
          onChange={({ target }) => set('status', target.value)}
          fault={record.faultAt('status')}
        />
      )}
    </>
  )
}

/** Returns what is removed with another number of days for one kind; null where nothing is removed. */
function withDays(retention: Retention | null, kind: keyof Retention, days: number | null): Retention | null {
  const next = { ...nothingRemoved, ...retention, [kind]: days }
  return Object.values(next).every((each) => each === null) ? null : next
}

/** A new project has the language of the page and the zone of the browser, as whoever makes it would expect. */
function fresh(): ProjectValues {
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return {
    name: '',
    status: 'active',
    language: 'en',
    timezone,
    default_country: null,
    ticket_keywords: [],
    retention: null,
    requests_per_second: 100,
  }
}

function loadedOf(project: ConfiguredProject | null) {
  if (project === null) return { values: fresh(), revision: null }
  const { name, status, language, timezone, default_country, ticket_keywords, retention, revision } = project
  const { requests_per_second } = project
  const texts = { name, status, language, timezone, default_country, ticket_keywords }
  const values = { ...texts, retention, requests_per_second }
  return { values, revision, changedBy: project.last_change?.actor_name ?? null }
}
