import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { call } from '../api/client.ts'
import { dryRunEdit, saveEdit } from '../api/configured.ts'
import type { ConfiguredCampaign } from '../api/generated.ts'
import { query } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { CampaignStanding } from '../components/campaign-standing.tsx'
import { FormBar } from '../components/form-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { NeedsRole } from '../components/needs-role.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { RecordHead } from '../components/record-head.tsx'
import { describeField, nameOfField, placeOfFault } from '../forms/campaign-words.ts'
import { CampaignFields, campaignValues, newCampaign } from '../forms/campaign.tsx'
import type { CampaignValues } from '../forms/campaign.tsx'
import { bringBack } from '../hooks/bring-back.ts'
import type { JsonRecord } from '../hooks/merge-record.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRecordForm } from '../hooks/use-record-form.ts'
import type { Loaded as LoadedRecord } from '../hooks/use-record-form.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Banner } from '../ui/banner.tsx'
import { useToast } from '../ui/toast.tsx'

/** `…/campaigns/new`. */
export function NewCampaignPage() {
  const { campaignForm: texts, campaigns } = useMessages('campaignForm', 'campaigns')
  const { ids, place } = usePlace()
  const callerIds = useQuery(query('listCallerIds', { ...ids, limit: 2 }))
  const head = (
    <PageHeader
      crumbs={[{ label: campaigns.title, href: paths.campaigns(place) }, { label: texts.newCrumb }]}
      title={texts.newTitle}
    />
  )
  return (
    <NeedsRole needs="editor" head={head}>
      {callerIds.data === undefined && head}
      <Loaded query={callerIds}>
        {({ items, pagination }) => (
          <CampaignForm
            campaign={null}
            loaded={{
              // With only one number there is nothing to choose.
              values: { ...newCampaign, caller_id: pagination.total === 1 ? items[0]!.number : null },
              revision: null,
            }}
            bringsBack={null}
          />
        )}
      </Loaded>
    </NeedsRole>
  )
}

/** `…/campaigns/{id}/edit`; `?from=` names a change whose earlier values are filled in. */
export function EditCampaignPage() {
  const { campaigns } = useMessages('campaigns')
  const { ids, place } = usePlace()
  const { campaign: id = '' } = useParams()
  const [search] = useSearchParams()
  const from = search.get('from')
  // An edit begins from what is saved now, and keeps it until it is saved or given up.
  const campaign = useQuery({
    queryKey: ['campaignToEdit', ids, id],
    queryFn: ({ signal }) => call('getCampaign', { ...ids, campaign_id: id }, { signal }),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const { organization_id } = ids
  const change = useQuery({
    ...query('getChange', { organization_id, change_id: from ?? '' }),
    enabled: from !== null,
  })
  const isComing = from !== null && change.data === undefined
  const head = <RecordHead kind="campaign" list={campaigns.title} href={paths.campaigns(place)} />
  return (
    <NeedsRole needs="editor" head={head}>
      {(isComing || campaign.data === undefined) && head}
      {isComing ? (
        <Loaded query={change}>{() => null}</Loaded>
      ) : (
        <Loaded query={campaign}>
          {(data) => (
            <CampaignForm
              key={`${id} ${from ?? ''}`}
              campaign={data}
              loaded={loadedOf(data)}
              bringsBack={change.data?.fields ?? null}
            />
          )}
        </Loaded>
      )}
    </NeedsRole>
  )
}

function loadedOf(campaign: ConfiguredCampaign): LoadedRecord<CampaignValues> {
  const { revision, last_change } = campaign
  return { values: campaignValues(campaign), revision, changedBy: last_change?.actor_name ?? null }
}

interface CampaignFormProps {
  /** null: a new one. */
  campaign: ConfiguredCampaign | null
  loaded: LoadedRecord<CampaignValues>
  /** The fields of a change that is to be brought back. */
  bringsBack: readonly { path: string; before: unknown }[] | null
}

function CampaignForm({ campaign, loaded, bringsBack }: CampaignFormProps) {
  const messages = useMessages('campaignForm', 'campaigns')
  const { campaignForm: texts, campaigns } = messages
  const { ids, place } = usePlace()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const toast = useToast()
  const [recordId, setRecordId] = useState(campaign?._id ?? null)
  // What is made has the values that the form begins with too, also when numbers are added meanwhile.
  const [first] = useState(loaded.values)
  const whole = (patch: JsonRecord) => (recordId === null ? withoutNulls({ ...first, ...patch }) : patch)
  const edit = (patch: JsonRecord, revision: number | null) =>
    ({ kind: 'campaign', ids, recordId, patch: whole(patch), revision }) as const
  const record = useRecordForm<CampaignValues, ConfiguredCampaign>({
    loaded,
    reload: async () => loadedOf(await call('getCampaign', { ...ids, campaign_id: recordId ?? '' })),
    dryRun: (patch, revision, signal) => dryRunEdit(edit(patch, revision), signal),
    save: (patch, revision) => saveEdit(edit(patch, revision)),
    onSaved: (saved) => {
      setRecordId(saved._id)
      const name = <bdi>{saved.name}</bdi>
      toast({ status: 'done', text: recordId === null ? texts.made(name) : texts.saved(name) })
      void queries.invalidateQueries()
    },
    onFinished: ({ _id }) => void navigate(paths.campaign(place, _id)),
  })
  const { setValue } = record.form
  useEffect(() => {
    if (bringsBack === null) return
    const values = bringBack(loaded.values, bringsBack)
    for (const [name, value] of Object.entries(values)) setValue(name, value as never)
    // The form begins with them once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [bringsBack])
  const title = campaign === null ? texts.newTitle : campaign.name
  return (
    <>
      <PageHeader
        crumbs={[
          { label: campaigns.title, href: paths.campaigns(place) },
          ...(campaign === null
            ? []
            : [{ label: <bdi>{campaign.name}</bdi>, href: paths.campaign(place, campaign._id) }]),
          { label: campaign === null ? texts.newCrumb : texts.editCrumb },
        ]}
        title={<bdi>{title}</bdi>}
        tabTitle={title}
        lead={campaign === null ? texts.newLead : <CampaignStanding campaign={campaign} />}
        id={campaign === null ? undefined : { name: campaigns.idName, value: campaign._id }}
        actions={
          campaign !== null && (
            <AsCurl operation="getCampaign" params={{ ...ids, campaign_id: campaign._id }} />
          )
        }
      />
      {bringsBack !== null && <Banner kind="wait" title={texts.broughtBack} />}
      <CampaignFields record={record} />
      <FormBar
        record={record}
        nameOf={(field) => nameOfField(field, messages)}
        describe={(field, value) => describeField(field, value, messages)}
        placeOf={(path) => placeOfFault(path, messages)}
        saveLabel={recordId === null ? texts.create : undefined}
      />
    </>
  )
}

function withoutNulls(values: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
}
