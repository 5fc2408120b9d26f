import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { call } from '../api/client.ts'
import type { ConfiguredWorkflow } from '../api/generated.ts'
import { query } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { Loaded } from '../components/loaded.tsx'
import { NeedsRole } from '../components/needs-role.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { RecordHead } from '../components/record-head.tsx'
import { loadedOf, WorkflowForm, workflowToEdit } from '../forms/workflow/workflow.tsx'
import { includesRole, usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'

/** `…/workflows/new`. */
export function NewWorkflowPage() {
  const { workflows: texts } = useMessages('workflows')
  const head = <Head workflow={null} isReadOnly={false} />
  return (
    <NeedsRole needs="editor" head={head}>
      {head}
      <WorkflowForm
        workflow={null}
        loaded={{ values: { name: '', source: texts.example }, revision: null }}
        bringsBack={null}
      />
    </NeedsRole>
  )
}

/** `…/workflows/{id}`: its outline and its source; `?from=` brings a change back. */
export function WorkflowPage() {
  const { workflows: texts } = useMessages('workflows')
  const { ids, place, role } = usePlace()
  const { workflow: id = '' } = useParams()
  const [search] = useSearchParams()
  const from = search.get('from')
  const workflow = useQuery({
    queryKey: workflowToEdit(ids, id),
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
  const head = <RecordHead kind="workflow" list={texts.title} href={paths.workflows(place)} />
  if (from !== null && change.data === undefined)
    return (
      <>
        {head}
        <Loaded query={change}>{() => null}</Loaded>
      </>
    )
  return (
    <>
      {workflow.data === undefined && head}
      <Loaded query={workflow}>
        {(data) => (
          <>
            <Head workflow={data} isReadOnly={!includesRole(role, 'editor')} />
            <WorkflowForm
              key={`${id} ${from ?? ''}`}
              workflow={data}
              loaded={loadedOf(data)}
              bringsBack={change.data?.fields ?? null}
            />
          </>
        )}
      </Loaded>
    </>
  )
}

function Head({ workflow, isReadOnly }: { workflow: ConfiguredWorkflow | null; isReadOnly: boolean }) {
  const { workflows: texts } = useMessages('workflows')
  const { ids, place } = usePlace()
  const title = workflow === null ? texts.newTitle : workflow.name
  const steps = Object.keys(workflow?.definition['steps'] ?? {}).length
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
