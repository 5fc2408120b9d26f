import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { call } from '../api/client.ts'
import { dryRunEdit, saveEdit } from '../api/configured.ts'
import type { ConfiguredAgent } from '../api/generated.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { FormBar } from '../components/form-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { NeedsRole } from '../components/needs-role.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { RecordHead } from '../components/record-head.tsx'
import { AgentFields } from '../forms/agent/agent.tsx'
import { agentValues, newAgent } from '../forms/agent/values.ts'
import type { AgentValues } from '../forms/agent/values.ts'
import { withoutEmpty } from '../hooks/merge-record.ts'
import type { JsonRecord } from '../hooks/merge-record.ts'
import { includesRole, usePlace } from '../hooks/use-place.ts'
import { useRecordForm } from '../hooks/use-record-form.ts'
import type { Loaded as LoadedRecord } from '../hooks/use-record-form.ts'
import { loadAreas } from '../messages/areas.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths, withQuery } from '../path-builder.ts'
import { Tabs } from '../ui/tabs.tsx'
import { useToast } from '../ui/toast.tsx'
import { AgentPreview } from './agent/preview.tsx'

const TryAgent = lazy(async () => ({ default: (await import('./agent/try.tsx')).TryAgent }))
const AgentRevisions = lazy(async () => {
  const [{ AgentRevisions: Tab }] = await Promise.all([
    import('./agent/revisions.tsx'),
    loadAreas(['workflowEditor', 'changes']),
  ])
  return { default: Tab }
})

const tabs = ['definition', 'preview', 'try', 'revisions'] as const

/** `…/agents/new`. */
export function NewAgentPage() {
  return (
    <NeedsRole needs="editor" head={<Head agent={null} />}>
      <Agent agent={null} />
    </NeedsRole>
  )
}

/** `…/agents/{id}`: its definition, its prompt filled, and a chat to try it. */
export function AgentPage() {
  const { agents: texts } = useMessages('agents')
  const { ids, place } = usePlace()
  const { agent: id = '' } = useParams()
  const agent = useQuery({
    // A change of somebody else is taken over while nothing is typed, else when it is saved.
    queryKey: ['agentToEdit', ids, id],
    queryFn: ({ signal }) => call('getAgent', { ...ids, agent_id: id }, { signal }),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  return (
    <>
      {agent.data === undefined && <RecordHead kind="agent" list={texts.title} href={paths.agents(place)} />}
      <Loaded query={agent}>{(data) => <Agent key={id} agent={data} />}</Loaded>
    </>
  )
}

function loadedOf(agent: ConfiguredAgent): LoadedRecord<AgentValues> {
  const { revision, last_change } = agent
  return { values: agentValues(agent), revision, changedBy: last_change?.actor_name ?? null }
}

/** @param agent null: a new one. */
function Agent({ agent }: { agent: ConfiguredAgent | null }) {
  const { agents: texts, agentForm, workflows } = useMessages('agents', 'agentForm', 'workflows')
  const { ids, place, role } = usePlace()
  const isReadOnly = !includesRole(role, 'editor')
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const toast = useToast()
  const [recordId, setRecordId] = useState(agent?._id ?? null)
  const edit = (patch: JsonRecord, revision: number | null) => {
    const whole = recordId === null ? withoutEmpty({ ...newAgent, ...patch }) : patch
    return { kind: 'agent', ids, recordId, patch: whole, revision } as const
  }
  const record = useRecordForm<AgentValues, ConfiguredAgent>({
    loaded: agent === null ? { values: newAgent, revision: null } : loadedOf(agent),
    reload: async () => loadedOf(await call('getAgent', { ...ids, agent_id: recordId ?? '' })),
    dryRun: (patch, revision, signal) => dryRunEdit(edit(patch, revision), signal),
    save: (patch, revision) => saveEdit(edit(patch, revision)),
    // Defaults and kept secrets are shown as the service has them.
    valuesOf: agentValues,
    onSaved: (saved) => {
      setRecordId(saved._id)
      toast({ status: 'done', text: agentForm.saved(<bdi>{saved.name}</bdi>) })
      void queries.invalidateQueries()
    },
    onFinished: ({ _id }) => {
      if (agent === null) void navigate(paths.agent(place, _id))
    },
  })
  const values = useWatch({ control: record.form.control }) as AgentValues
  const shown = tabs.filter((tab) => agent !== null || tab === 'definition' || tab === 'preview')
  const tab = shown.find((one) => one === search.get('tab')) ?? 'definition'
  const fill = (fields: Partial<AgentValues>): void => {
    for (const [name, value] of Object.entries(fields))
      if (name in newAgent) record.form.setValue(name, value as never)
    void navigate(address)
    toast({ status: 'done', text: agentForm.broughtBack })
  }
  const address = agent === null ? paths.newAgent(place) : paths.agent(place, agent._id)
  return (
    <>
      <Head agent={agent} />
      <Tabs
        label={texts.tabs}
        chosen={tab}
        tabs={shown.map((one) => ({
          id: one,
          label: one === 'revisions' ? workflows.revisions : texts[one],
          href: withQuery(address, { tab: one === 'definition' ? undefined : one }),
        }))}
      />
      {/* What is typed stays while another tab is looked at. */}
      <div hidden={tab !== 'definition'}>
        <AgentFields record={record} isReadOnly={isReadOnly} />
      </div>
      {tab === 'preview' && <AgentPreview values={values} />}
      <Suspense>
        {tab === 'try' && agent !== null && <TryAgent agent={agent} isUnsaved={record.isDirty} />}
        {tab === 'revisions' && agent !== null && <AgentRevisions agent={agent} onFill={fill} />}
      </Suspense>
      {/* What is typed asks before it is lost, also where the role was lowered meanwhile. */}
      {(!isReadOnly || record.isDirty) && (
        <FormBar
          record={record}
          nameOf={(field) => agentForm.fields[field] ?? field}
          placeOf={(path) => agentForm.fields[path.split(/[.[]/)[0] ?? ''] ?? path}
          saveLabel={recordId === null ? agentForm.create : undefined}
        />
      )}
    </>
  )
}

function Head({ agent }: { agent: ConfiguredAgent | null }) {
  const { agents: texts } = useMessages('agents')
  const { ids, place, role } = usePlace()
  const title = agent === null ? texts.newTitle : agent.name
  return (
    <PageHeader
      crumbs={[
        { label: texts.title, href: paths.agents(place) },
        { label: agent === null ? texts.newCrumb : <bdi>{agent.name}</bdi> },
      ]}
      title={<bdi>{title}</bdi>}
      tabTitle={title}
      lead={
        agent === null
          ? texts.newLead
          : includesRole(role, 'editor')
            ? texts.leadOf(String(agent.revision))
            : texts.viewerNote
      }
      id={agent === null ? undefined : { name: texts.idName, value: agent._id }}
      actions={agent !== null && <AsCurl operation="getAgent" params={{ ...ids, agent_id: agent._id }} />}
    />
  )
}
