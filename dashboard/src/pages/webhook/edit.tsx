import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { call } from '../../api/client.ts'
import { dryRunEdit, saveEdit } from '../../api/configured.ts'
import type { ConfiguredWebhookEndpoint } from '../../api/generated.ts'
import { AsCurl } from '../../components/as-curl.tsx'
import { FormBar } from '../../components/form-bar.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { NeedsRole } from '../../components/needs-role.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RecordHead } from '../../components/record-head.tsx'
import { EndpointFields, newEndpoint } from '../../forms/webhook/fields.tsx'
import type { EndpointValues } from '../../forms/webhook/fields.tsx'
import { ShownSecret } from '../../forms/webhook/secret.tsx'
import { withoutEmpty } from '../../hooks/merge-record.ts'
import type { JsonRecord } from '../../hooks/merge-record.ts'
import { askedToLeave } from '../../hooks/use-leave-guard.ts'
import { usePlace } from '../../hooks/use-place.ts'
import { useRecordForm } from '../../hooks/use-record-form.ts'
import type { Loaded as LoadedRecord } from '../../hooks/use-record-form.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { paths } from '../../path-builder.ts'
import { useToast } from '../../ui/toast.tsx'

/** `…/webhooks/new`. */
export function NewWebhookPage() {
  const { webhooks, webhookForm: texts } = useMessages('webhooks', 'webhookForm')
  const { place } = usePlace()
  const head = (
    <PageHeader
      crumbs={[{ label: webhooks.title, href: paths.webhooks(place) }, { label: texts.newCrumb }]}
      title={texts.newTitle}
    />
  )
  return (
    <NeedsRole needs="admin" head={head}>
      <Endpoint endpoint={null} />
    </NeedsRole>
  )
}

/** `…/webhooks/{id}/edit`. */
export function EditWebhookPage() {
  const { webhooks } = useMessages('webhooks')
  const { ids, place } = usePlace()
  const { webhook: id = '' } = useParams()
  const endpoint = useQuery({
    // The form keeps what it began with: a change of somebody else shows when it is saved.
    queryKey: ['endpointToEdit', ids, id],
    queryFn: ({ signal }) => call('getWebhookEndpoint', { ...ids, endpoint_id: id }, { signal }),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const head = <RecordHead kind="webhook_endpoint" list={webhooks.title} href={paths.webhooks(place)} />
  return (
    <NeedsRole needs="admin" head={head}>
      {endpoint.data === undefined && head}
      <Loaded query={endpoint}>{(data) => <Endpoint key={id} endpoint={data} />}</Loaded>
    </NeedsRole>
  )
}

function loadedOf(endpoint: ConfiguredWebhookEndpoint): LoadedRecord<EndpointValues> {
  const { name, url, types, content, order, rate_per_second, revision, last_change } = endpoint
  return {
    values: { name, url, types, content, order, rate_per_second },
    revision,
    changedBy: last_change?.actor_name ?? null,
  }
}

/** @param endpoint null: a new one. */
function Endpoint({ endpoint }: { endpoint: ConfiguredWebhookEndpoint | null }) {
  const { webhooks, webhookForm: texts } = useMessages('webhooks', 'webhookForm')
  const { ids, place } = usePlace()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const toast = useToast()
  const [made, setMade] = useState<{ _id: string; secret: string } | null>(null)
  const [recordId, setRecordId] = useState(endpoint?._id ?? null)
  const edit = (patch: JsonRecord, revision: number | null) => {
    const whole = recordId === null ? withoutEmpty({ ...newEndpoint, ...patch }) : patch
    return { kind: 'webhook_endpoint', ids, recordId, patch: whole, revision } as const
  }
  const record = useRecordForm<EndpointValues, ConfiguredWebhookEndpoint>({
    loaded: endpoint === null ? { values: newEndpoint, revision: null } : loadedOf(endpoint),
    reload: async () => loadedOf(await call('getWebhookEndpoint', { ...ids, endpoint_id: recordId ?? '' })),
    dryRun: (patch, revision, signal) => dryRunEdit(edit(patch, revision), signal),
    save: (patch, revision) => saveEdit(edit(patch, revision)),
    onSaved: ({ _id, secret }) => {
      setRecordId(_id)
      void queries.invalidateQueries()
      if (secret === undefined) toast({ status: 'done', text: texts.saved })
      else setMade({ _id, secret })
    },
    onFinished: ({ _id, secret }) => {
      // Else it goes on once the secret was read.
      if (secret === undefined) void navigate(paths.webhook(place, _id))
    },
  })
  const title = endpoint === null ? texts.newTitle : endpoint.name
  return (
    <>
      <PageHeader
        crumbs={[
          { label: webhooks.title, href: paths.webhooks(place) },
          ...(endpoint === null
            ? []
            : [{ label: <bdi>{endpoint.name}</bdi>, href: paths.webhook(place, endpoint._id) }]),
          { label: endpoint === null ? texts.newCrumb : texts.editCrumb },
        ]}
        title={<bdi>{title}</bdi>}
        tabTitle={title}
        lead={endpoint === null ? texts.newLead : undefined}
        id={endpoint === null ? undefined : { name: webhooks.idName, value: endpoint._id }}
        actions={
          endpoint !== null && (
            <AsCurl operation="getWebhookEndpoint" params={{ ...ids, endpoint_id: endpoint._id }} />
          )
        }
      />
      <EndpointFields record={record} />
      <FormBar
        record={record}
        nameOf={(field) => texts.fields[field] ?? field}
        placeOf={(path) => texts.fields[path.split(/[.[]/)[0] ?? ''] ?? path}
        saveLabel={recordId === null ? texts.create : undefined}
      />
      {made !== null && (
        <ShownSecret
          secret={made.secret}
          onClose={() => {
            // What was typed meanwhile stays.
            if (record.isDirty) setMade(null)
            else void navigate(paths.webhook(place, made._id), { state: askedToLeave })
          }}
        />
      )}
    </>
  )
}
