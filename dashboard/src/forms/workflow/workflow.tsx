import { useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { call } from '../../api/client.ts'
import { dryRunEdit, saveEdit } from '../../api/configured.ts'
import { ApiError } from '../../api/errors.ts'
import type { ConfiguredWorkflow } from '../../api/generated.ts'
import { FormBar } from '../../components/form-bar.tsx'
import { formatYamlDocument } from '../../format/yaml.ts'
import { bringBack } from '../../hooks/bring-back.ts'
import { patchOf } from '../../hooks/merge-record.ts'
import type { Json, JsonRecord } from '../../hooks/merge-record.ts'
import { includesRole, usePlace } from '../../hooks/use-place.ts'
import { useRecordForm } from '../../hooks/use-record-form.ts'
import type { Loaded as LoadedRecord, RecordForm } from '../../hooks/use-record-form.ts'
import { isAt, stepPath } from '../../hooks/workflow-draft.ts'
import type { Draft } from '../../hooks/workflow-draft.ts'
import { loadAreas } from '../../messages/areas.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { paths, withQuery } from '../../path-builder.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldFault } from '../../ui/field.tsx'
import { FormSection } from '../../ui/section.tsx'
import type { SourceFieldHandle } from '../../ui/source-field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { SourceFault } from './editing.ts'
import { WorkflowMap } from './map.tsx'
import { OutlineView } from './outline-view.tsx'
import type { OutlineHandle } from './outline.tsx'
import { Source } from './source.tsx'
import { TrialPanel } from './trial.tsx'
import { useDraft } from './use-draft.ts'
import styles from './workflow.module.css'

const Revisions = lazy(async () => {
  const [{ Revisions: Part }] = await Promise.all([import('./revisions.tsx'), loadAreas(['changes'])])
  return { default: Part }
})

export interface WorkflowValues extends FieldValues {
  name: string
  source: string
}

export interface WorkflowFormProps {
  /** null: a new one. */
  workflow: ConfiguredWorkflow | null
  loaded: LoadedRecord<WorkflowValues>
  bringsBack: readonly { path: string; before: unknown }[] | null
}

const none: ReadonlySet<string> = new Set()

/** Returns a workflow as its form has it. */
export function loadedOf({ name, definition, revision, last_change }: ConfiguredWorkflow) {
  const values = { name, source: formatYamlDocument(definition) }
  return { values, revision, changedBy: last_change?.actor_name ?? null }
}

/** The key of the query for a workflow that is edited: what is typed stays when it is asked for again. */
export function workflowToEdit(ids: object, id: string): readonly unknown[] {
  return ['workflowToEdit', ids, id]
}

/** Name and steps of a workflow. The source is its one value: the outline writes it, and is read from it. */
export function WorkflowForm({ workflow, loaded, bringsBack }: WorkflowFormProps) {
  const { workflows: texts, workflowEditor, common } = useMessages('workflows', 'workflowEditor')
  const { role } = usePlace()
  const isReadOnly = !includesRole(role, 'editor')
  const { record, found, isMade } = useWorkflowRecord(workflow, loaded)
  const { setValue } = record.form
  const values = useWatch({ control: record.form.control }) as WorkflowValues
  const { views, isSource } = useViews()
  const { draft, isReading, sourceOf } = useDraft(values.source, workflow?.definition ?? null, !isSource)
  const [marked, setMarked] = useState<string | null>(null)
  const [passed, setPassed] = useState(none)
  const field = useRef<SourceFieldHandle>(null)
  const outline = useRef<OutlineHandle>(null)
  const isFilled = useRef(false)
  const goTo = useCallback((step: string) => outline.current?.show(step), [])
  useEffect(() => {
    if (bringsBack === null || workflow === null || isFilled.current) return
    isFilled.current = true
    const { name, definition } = bringBack(
      { name: workflow.name, definition: workflow.definition as Json },
      bringsBack,
    )
    if (typeof name === 'string') setValue('name', name)
    setValue('source', formatYamlDocument(definition))
  }, [bringsBack, workflow, setValue])
  const isOfThis = found?.source === values.source
  const faults = isOfThis && record.isDirty ? found.faults : []
  // While an edit is checked again, the outline keeps the sentences of before.
  const outlineFaults = found !== null && record.isDirty ? found.faults : []
  const noteOf = (name: string) => (record.changed.includes(name) ? common.changed : undefined)
  const edit = (definition: unknown): void => setValue('source', sourceOf(definition))
  return (
    <>
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
      <div className={styles.views}>
        <Tabs label={workflowEditor.views} tabs={views} chosen={isSource ? 'source' : 'outline'} />
      </div>
      <FieldFault>{record.faultAt('definition')}</FieldFault>
      <div className={isSource ? styles.sourceView : styles.columns}>
        {isSource ? (
          <Source
            value={values.source}
            onChange={(source) => setValue('source', source)}
            faults={faults}
            isChecking={record.isChecking}
            isDirty={record.changed.includes('source')}
            isReadOnly={isReadOnly}
            field={field}
          />
        ) : (
          <OutlineView
            draft={draft}
            isReading={isReading}
            sourceHref={views[1]!.href}
            onChange={edit}
            faults={outlineFaults}
            isReadOnly={isReadOnly}
            onMark={setMarked}
            passed={passed}
            handle={outline}
            clear={
              workflow === null && values.source === loaded.values.source && !isReadOnly ? (
                <Button small onPress={() => edit({ steps: {} })}>
                  {workflowEditor.clear}
                </Button>
              ) : null
            }
          />
        )}
        {!isSource && (
          <div className={styles.side}>
            <TrialPanel draft={draft} faultsCount={faults.length} onPass={setPassed} onGoTo={goTo} />
            {draft !== null && <WorkflowMap draft={draft} marked={marked} passed={passed} />}
          </div>
        )}
      </div>
      <Suspense>
        {workflow !== null && <Revisions workflow={workflow} isReadOnly={isReadOnly} onFill={edit} />}
      </Suspense>
      <WorkflowBar
        {...{ record, faults, draft, isSource, outline, field }}
        saveLabel={isMade ? undefined : texts.create}
      />
    </>
  )
}

interface WorkflowBarProps {
  record: RecordForm<WorkflowValues>
  faults: readonly SourceFault[]
  draft: Draft | null
  isSource: boolean
  outline: RefObject<OutlineHandle | null>
  field: RefObject<SourceFieldHandle | null>
  saveLabel: string | undefined
}

/** The save bar. It leads to the first fault: to its step in the outline, to its line in the source. */
function WorkflowBar({ record, faults, draft, isSource, outline, field, saveLabel }: WorkflowBarProps) {
  const { workflows: texts } = useMessages('workflows')
  const first = faults[0]
  const step =
    first === undefined || draft === null || isSource
      ? undefined
      : Object.keys(draft.steps).find((name) => isAt(first.path, stepPath(name)))
  return (
    <FormBar
      record={record}
      nameOf={(name) => texts.fields[name] ?? name}
      placeOf={(path) =>
        path !== 'source' || first === undefined
          ? (texts.fields[path] ?? path)
          : (step ?? texts.line(String(first.line)))
      }
      showFault={
        first === undefined
          ? undefined
          : () => {
              if (step === undefined) field.current?.goTo(first.line, first.column)
              else outline.current?.show(step, 'fault')
            }
      }
      saveLabel={saveLabel}
    />
  )
}

/** The outline and the source, as tabs of the page's address. */
function useViews() {
  const { workflows: texts, workflowEditor } = useMessages('workflows', 'workflowEditor')
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const from = search.get('from') ?? undefined
  const views = [
    { id: 'outline', label: workflowEditor.outline, href: withQuery(pathname, { from }) },
    { id: 'source', label: texts.source, href: withQuery(pathname, { from, view: 'source' }) },
  ]
  return { views, isSource: search.get('view') === 'source' }
}

/** The form of the record, with the faults that the server last found in its source. */
function useWorkflowRecord(workflow: ConfiguredWorkflow | null, loaded: LoadedRecord<WorkflowValues>) {
  const { workflows: texts } = useMessages('workflows')
  const { ids, place } = usePlace()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const toast = useToast()
  const [found, setFound] = useState<{ source: string; faults: readonly SourceFault[] } | null>(null)
  const [recordId, setRecordId] = useState(workflow?._id ?? null)
  const stored = useRef((workflow?.definition ?? null) as JsonRecord | null)
  /** Has the source read by the server, which alone knows what a workflow is. */
  const editOf = async (patch: JsonRecord, revision: number | null, signal?: AbortSignal) => {
    const { name, source } = recordId === null ? { ...loaded.values, ...patch } : patch
    const body: Record<string, unknown> = name === undefined ? {} : { name }
    if (typeof source === 'string') {
      const checked = await call('checkWorkflow', { ...ids, body: { source } }, { signal })
      setFound({ source, faults: checked.faults })
      if (checked.faults.length > 0) throw faultySource(checked.faults)
      // A merge patch keeps what it doesn't name, so what was removed has to be named.
      const { definition } = checked
      body['definition'] =
        stored.current === null ? definition : patchOf(stored.current, definition as JsonRecord)
    }
    return { kind: 'workflow', ids, recordId, patch: body, revision } as const
  }
  const record = useRecordForm<WorkflowValues, ConfiguredWorkflow>({
    loaded,
    reload: async () => {
      const theirs = await call('getWorkflow', { ...ids, workflow_id: recordId ?? '' })
      stored.current = theirs.definition as JsonRecord
      return loadedOf(theirs)
    },
    dryRun: async (patch, revision, signal) => dryRunEdit(await editOf(patch, revision, signal), signal),
    save: async (patch, revision) => saveEdit(await editOf(patch, revision)),
    onRenewed: () => {
      stored.current = (workflow?.definition ?? null) as JsonRecord | null
    },
    onSaved: (saved) => {
      stored.current = saved.definition as JsonRecord
      setRecordId(saved._id)
      queries.setQueryData(workflowToEdit(ids, saved._id), saved)
      toast({ status: 'done', text: texts.saved(<bdi>{saved.name}</bdi>) })
      void queries.invalidateQueries()
    },
    onFinished: ({ _id }) => {
      // As it is now: the other tab may have been chosen meanwhile.
      const view = new URLSearchParams(location.search).get('view') ?? undefined
      void navigate(withQuery(paths.workflow(place, _id), { view }), { replace: workflow !== null })
    },
  })
  return { record, found, isMade: recordId !== null }
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
