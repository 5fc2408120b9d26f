import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { call } from '../api/client.ts'
import { dryRunEdit, saveEdit } from '../api/configured.ts'
import { ApiError } from '../api/errors.ts'
import type { ConfiguredWorkflow } from '../api/generated.ts'
import type { Data } from '../api/operations.ts'
import { query } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { statusOfEffect } from '../components/effects.tsx'
import { FormBar } from '../components/form-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { NotAllowed } from '../components/not-allowed.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { When } from '../components/when.tsx'
import { formatYamlDocument } from '../format/yaml.ts'
import { bringBack } from '../hooks/bring-back.ts'
import type { JsonRecord } from '../hooks/merge-record.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { includesRole, usePlace } from '../hooks/use-place.ts'
import { useRecordForm } from '../hooks/use-record-form.ts'
import type { Loaded as LoadedRecord } from '../hooks/use-record-form.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { FieldFault } from '../ui/field.tsx'
import { FormSection, Section } from '../ui/section.tsx'
import { SourceField } from '../ui/source-field.tsx'
import type { SourceFieldHandle } from '../ui/source-field.tsx'
import { StatusWord } from '../ui/status-mark.tsx'
import { Table } from '../ui/table.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import styles from './page.module.css'

interface WorkflowValues extends FieldValues {
  name: string
  source: string
}

type SourceFault = Data<'checkWorkflow'>['faults'][number]

/** `…/workflows/new`. */
export function NewWorkflowPage() {
  const { workflows: texts } = useMessages()
  const { role } = usePlace()
  if (!includesRole(role, 'editor')) return <NotAllowed needs="editor" />
  return (
    <WorkflowForm
      workflow={null}
      loaded={{ values: { name: '', source: texts.example }, revision: null }}
      bringsBack={null}
    />
  )
}

/** `…/workflows/{id}`: name and source, with the checker's faults at their lines; `?from=` brings a change back. */
export function WorkflowPage() {
  const { ids } = usePlace()
  const { workflow: id = '' } = useParams()
  const [search] = useSearchParams()
  const from = search.get('from')
  const workflow = useQuery({
    queryKey: ['sourceToEdit', ids, id],
    queryFn: ({ signal }) => call('getWorkflow', { ...ids, workflow_id: id }, { signal }),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const { organization_id } = ids
  const change = useQuery({
    ...query('getChange', { organization_id, change_id: from ?? '' }),
    enabled: from !== null,
  })
  if (from !== null && change.data === undefined) return <Loaded query={change}>{() => null}</Loaded>
  return (
    <Loaded query={workflow}>
      {(data) => (
        <WorkflowForm
          key={`${id} ${data.revision} ${from ?? ''}`}
          workflow={data}
          loaded={loadedOf(data)}
          bringsBack={change.data?.fields ?? null}
        />
      )}
    </Loaded>
  )
}

function loadedOf({ name, definition, revision, last_change }: ConfiguredWorkflow) {
  const values = { name, source: formatYamlDocument(definition) }
  return { values, revision, changedBy: last_change?.actor_name ?? null }
}

interface WorkflowFormProps {
  /** null: it is made. */
  workflow: ConfiguredWorkflow | null
  loaded: LoadedRecord<WorkflowValues>
  bringsBack: readonly { path: string; before: unknown }[] | null
}

function WorkflowForm({ workflow, loaded, bringsBack }: WorkflowFormProps) {
  const { workflows: texts, common } = useMessages()
  const { ids, place, role } = usePlace()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const toast = useToast()
  const [found, setFound] = useState<{ source: string; faults: readonly SourceFault[] } | null>(null)
  const field = useRef<SourceFieldHandle>(null)
  const recordId = workflow?._id ?? null
  const isReadOnly = !includesRole(role, 'editor')

  /** Has the source read by the server, which alone knows what a workflow is. */
  const editOf = async (patch: JsonRecord, revision: number | null, signal?: AbortSignal) => {
    const { name, source } = recordId === null ? { ...loaded.values, ...patch } : patch
    const body: Record<string, unknown> = name === undefined ? {} : { name }
    if (typeof source === 'string') {
      const checked = await call('checkWorkflow', { ...ids, body: { source } }, { signal })
      setFound({ source, faults: checked.faults })
      if (checked.faults.length > 0) throw faultySource(checked.faults)
      body['definition'] = checked.definition
    }
    return { kind: 'workflow', ids, recordId, patch: body, revision } as const
  }
  const record = useRecordForm<WorkflowValues, ConfiguredWorkflow>({
    loaded,
    reload: async () => loadedOf(await call('getWorkflow', { ...ids, workflow_id: recordId ?? '' })),
    dryRun: async (patch, revision, signal) => dryRunEdit(await editOf(patch, revision, signal), signal),
    save: async (patch, revision) => saveEdit(await editOf(patch, revision)),
    onSaved: (saved) => {
      toast({ status: 'done', text: texts.saved(<bdi>{saved.name}</bdi>) })
      void navigate(paths.workflow(place, saved._id), { replace: recordId !== null })
      void queries.invalidateQueries()
    },
  })
  const { setValue } = record.form
  const values = useWatch({ control: record.form.control }) as WorkflowValues
  useEffect(() => {
    if (bringsBack === null || workflow === null) return
    const { name, definition } = bringBack(
      { name: workflow.name, definition: workflow.definition },
      bringsBack,
    )
    if (typeof name === 'string') setValue('name', name)
    setValue('source', formatYamlDocument(definition))
  }, [bringsBack, workflow, setValue])
  const faults = found !== null && found.source === values.source && record.isDirty ? found.faults : []
  const noteOf = (name: string) => (record.changed.includes(name) ? common.changed : undefined)
  return (
    <>
      <Head workflow={workflow} isReadOnly={isReadOnly} />
      {bringsBack !== null && <Banner kind="wait" title={texts.broughtBack} />}
      <FormSection title={texts.name} note={noteOf('name')}>
        <TextField
          label={texts.name}
          hideLabel
          required
          readOnly={isReadOnly}
          value={values.name}
          onChange={({ target }) => setValue('name', target.value)}
          fault={record.faultAt('name')}
        />
      </FormSection>
      <FormSection title={texts.source} note={noteOf('source')}>
        <Source
          value={values.source}
          onChange={(source) => setValue('source', source)}
          faults={faults}
          isChecking={record.isChecking}
          isDirty={record.changed.includes('source')}
          isReadOnly={isReadOnly}
          field={field}
        />
        <FieldFault>{record.faultAt('definition')}</FieldFault>
      </FormSection>
      {workflow !== null && (
        <Revisions
          workflow={workflow}
          isReadOnly={isReadOnly}
          onFill={(definition) => setValue('source', formatYamlDocument(definition))}
        />
      )}
      <FormBar
        record={record}
        statusOfEffect={statusOfEffect}
        nameOf={(field) => texts.fields[field] ?? field}
        placeOf={(path) =>
          path === 'source' && faults.length > 0
            ? texts.line(String(faults[0]!.line))
            : (texts.fields[path] ?? path)
        }
        showFault={
          faults.length > 0 ? () => field.current?.goTo(faults[0]!.line, faults[0]!.column) : undefined
        }
        saveLabel={workflow === null ? texts.create : undefined}
      />
    </>
  )
}

function Head({ workflow, isReadOnly }: { workflow: ConfiguredWorkflow | null; isReadOnly: boolean }) {
  const { workflows: texts } = useMessages()
  const { ids, place } = usePlace()
  const title = workflow === null ? texts.newTitle : workflow.name
  const steps = Object.keys((workflow?.definition['steps'] ?? {}) as object).length
  return (
    <PageHeader
      crumbs={[
        { label: texts.title, href: paths.workflows(place) },
        { label: workflow === null ? texts.newCrumb : <bdi>{workflow.name}</bdi> },
      ]}
      title={<bdi>{title}</bdi>}
      tabTitle={title}
      lead={
        workflow === null
          ? texts.newLead
          : isReadOnly
            ? texts.viewerNote
            : texts.stepsOf(steps, String(workflow.revision))
      }
      id={workflow === null ? undefined : { name: texts.idName, value: workflow._id }}
      actions={
        workflow !== null && <AsCurl operation="getWorkflow" params={{ ...ids, workflow_id: workflow._id }} />
      }
    />
  )
}

/** The faults of a source as the form counts them: each is one. */
function faultySource(faults: readonly SourceFault[]): ApiError {
  return new ApiError({
    status: 400,
    code: 'invalid_request',
    message: '',
    faults: faults.map(({ message }) => ({ path: 'source', message })),
    requestId: null,
    retryAfterSeconds: null,
  })
}

interface SourceProps {
  value: string
  onChange: (value: string) => void
  faults: readonly SourceFault[]
  isChecking: boolean
  isDirty: boolean
  isReadOnly: boolean
  field: RefObject<SourceFieldHandle | null>
}

function Source({ value, onChange, faults, isChecking, isDirty, isReadOnly, field }: SourceProps) {
  const { workflows: texts } = useMessages()
  return (
    <div className={`${styles.stack} ${styles.wide}`}>
      {isDirty && (
        <div role="status">
          {isChecking ? (
            texts.checking
          ) : faults.length === 0 ? (
            <StatusWord status="done">{texts.checked}</StatusWord>
          ) : (
            texts.faults(faults.length)
          )}
        </div>
      )}
      {faults.length > 0 && (
        <ul aria-label={texts.faults(faults.length)}>
          {faults.map(({ line, column, path, message }) => (
            <li key={`${line} ${path} ${message}`}>
              <FieldFault>
                <Button kind="word" small onPress={() => field.current?.goTo(line, column)}>
                  {texts.line(String(line))}
                </Button>{' '}
                {path !== '' && <code dir="ltr">{path}</code>} <bdi>{message}</bdi>
              </FieldFault>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.wide}>
        <SourceField
          label={texts.source}
          hideLabel
          hint={texts.sourceHint}
          value={value}
          onChange={onChange}
          faultyLines={new Set(faults.map(({ line }) => line))}
          isReadOnly={isReadOnly}
          handle={field}
        />
      </div>
    </div>
  )
}

interface RevisionsProps {
  workflow: ConfiguredWorkflow
  isReadOnly: boolean
  onFill: (definition: unknown) => void
}

function Revisions({ workflow, isReadOnly, onFill }: RevisionsProps) {
  const { workflows: texts } = useMessages()
  const { ids, zone } = usePlace()
  const formats = useFormats(zone)
  const revisions = useQuery(query('listWorkflowRevisions', { ...ids, workflow_id: workflow._id, limit: 20 }))
  return (
    <div className={styles.sections}>
      <Section title={texts.revisions}>
        <Loaded query={revisions}>
          {({ items }) => (
            <Table
              label={texts.revisions}
              rows={items}
              keyOf={({ revision }) => String(revision)}
              columns={[
                {
                  id: 'revision',
                  head: texts.revision,
                  narrow: true,
                  cell: ({ revision }) => formats.number(revision),
                },
                {
                  id: 'made',
                  head: texts.changedBy,
                  cell: ({ created_at, changed_by }) =>
                    changed_by === null ? (
                      <When at={created_at} zone={zone} />
                    ) : (
                      texts.by(<bdi>{changed_by}</bdi>, <When at={created_at} zone={zone} />)
                    ),
                },
              ]}
              action={({ revision, definition }) =>
                isReadOnly || revision === items[0]?.revision ? (
                  revision === items[0]?.revision && texts.current
                ) : (
                  <Button
                    small
                    aria-label={texts.fillLabel(String(revision))}
                    onPress={() => onFill(definition)}
                  >
                    {texts.fill}
                  </Button>
                )
              }
            />
          )}
        </Loaded>
      </Section>
    </div>
  )
}
