import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../api/client.ts'
import type { CallBatch, ConfiguredCampaign, WholeCallBatch } from '../api/generated.ts'
import { listQuery, query } from '../api/queries.ts'
import { DialogCancel } from '../components/dialog-cancel.tsx'
import { Failure } from '../components/failure.tsx'
import { ListPages } from '../components/filter-bar.tsx'
import { useChanged } from '../components/hold.tsx'
import { Loaded } from '../components/loaded.tsx'
import { LeftOut, RowFaults } from '../components/row-faults.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { useExport } from '../components/use-export.tsx'
import { When } from '../components/when.tsx'
import { CallFile } from '../forms/call-file.tsx'
import { useFormats } from '../hooks/use-formats.ts'
import { useList } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths, withQuery } from '../path-builder.ts'
import { Banner } from '../ui/banner.tsx'
import { ShareBar } from '../ui/bar-chart.tsx'
import { Button } from '../ui/button.tsx'
import { CopyId } from '../ui/copy-id.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { DownloadLink, Link } from '../ui/link.tsx'
import { Facts, Section } from '../ui/section.tsx'
import { StatusWord } from '../ui/status-mark.tsx'
import type { Status } from '../ui/status-mark.tsx'
import { Table } from '../ui/table.tsx'
import { useToast } from '../ui/toast.tsx'
import styles from './page.module.css'

const marks: Record<CallBatch['state'], Status> = {
  queueing: 'rings',
  queued: 'done',
  stopped: 'failed',
  canceling: 'rings',
  canceled: 'closed',
}

/** The tab "From a file" of a campaign: give a file, the files that were given, and the outcomes of one. */
export function CallBatches({ campaign }: { campaign: ConfiguredCampaign }) {
  const [search] = useSearchParams()
  const batchId = search.get('batch')
  if (batchId !== null) return <OneBatch key={batchId} campaign={campaign} batchId={batchId} />
  return (
    <div className={styles.sections}>
      <CallFile campaign={campaign} />
      <Batches campaign={campaign} />
    </div>
  )
}

function Batches({ campaign }: { campaign: ConfiguredCampaign }) {
  const { callBatches: texts } = useMessages('callBatches')
  const { ids, place, zone } = usePlace()
  const { number } = useFormats(zone)
  const list = useList({ filters: ['tab'], pageSize: 20 })
  const { limit, skip } = list.paging
  const params = { ...ids, campaign_id: campaign._id, limit, skip }
  const batches = useQuery(listQuery('listCallBatches', params, { live: true }))
  const address = paths.campaign(place, campaign._id)
  return (
    <Section title={texts.listTitle}>
      <Loaded query={batches} list={list}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            <Empty next={texts.noneNext}>{texts.none}</Empty>
          ) : (
            <>
              <Table
                label={texts.listTitle}
                rows={items}
                keyOf={({ _id }) => _id}
                columns={[
                  {
                    id: 'name',
                    head: texts.name,
                    cell: (batch) => (
                      <Link href={withQuery(address, { tab: 'file', batch: batch._id })}>
                        <bdi>{batch.name ?? texts.unnamed}</bdi>
                      </Link>
                    ),
                    second: ({ made_by }) => texts.by(<bdi>{made_by}</bdi>),
                  },
                  {
                    id: 'state',
                    head: texts.state,
                    cell: ({ state }) => <StatusWord status={marks[state]}>{texts.states[state]}</StatusWord>,
                    second: ({ stop }) => stop && <span data-stored="">{stop.message}</span>,
                  },
                  {
                    id: 'calls',
                    head: texts.calls,
                    align: 'end',
                    narrow: true,
                    cell: (batch) => texts.acceptedOf(number(batch.accepted_count), number(batch.rows_count)),
                  },
                  {
                    id: 'queued',
                    head: texts.progress,
                    align: 'end',
                    narrow: true,
                    cell: (batch) => number(batch.queued_count),
                  },
                  {
                    id: 'given',
                    head: texts.given,
                    cell: (batch) => <When at={batch.created_at} zone={zone} />,
                  },
                ]}
              />
              <ListPages list={list} total={pagination.total} count={items.length} />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

function OneBatch({ campaign, batchId }: { campaign: ConfiguredCampaign; batchId: string }) {
  const { callBatches: texts } = useMessages('callBatches')
  const { ids, place } = usePlace()
  const params = { ...ids, campaign_id: campaign._id, batch_id: batchId }
  const batch = useQuery(query('getCallBatch', params, { live: true }))
  return (
    <div className={styles.sections}>
      <p>
        <Link href={withQuery(paths.campaign(place, campaign._id), { tab: 'file' })}>{texts.back}</Link>
      </p>
      <Loaded query={batch}>
        {(data) => (
          <>
            <BatchHead batch={data} />
            <Outcomes batch={data} />
            {data.accepted_count < data.rows_count && <LeftOut counts={data.left_out} />}
            {data.faults_count > 0 && <Faults batch={data} />}
          </>
        )}
      </Loaded>
    </div>
  )
}

/** The faults of the file, of which the first thousand are kept. */
function Faults({ batch: { _id, campaign_id, faults_count } }: { batch: WholeCallBatch }) {
  const { ids } = usePlace()
  const list = useList({ filters: ['tab', 'batch'], pageSize: 100 })
  const { limit, skip } = list.paging
  const faults = useQuery(
    listQuery('listCallBatchFaults', { ...ids, campaign_id, batch_id: _id, limit, skip }),
  )
  return (
    <Loaded query={faults} list={list}>
      {({ items, pagination: { total: kept } }) => (
        <RowFaults faults={items} total={faults_count} pages={{ list, kept }} />
      )}
    </Loaded>
  )
}

function BatchHead({ batch }: { batch: WholeCallBatch }) {
  const { callBatches: texts } = useMessages('callBatches')
  const { ids, place, zone } = usePlace()
  const { number } = useFormats(zone)
  const { accepted_count, queued_count, state, stop } = batch
  const lost = accepted_count - queued_count
  const wasEnded = state === 'canceling' || state === 'canceled'
  const exporting = useExport('exportCallBatch', {
    ...ids,
    campaign_id: batch.campaign_id,
    batch_id: batch._id,
  })
  return (
    <Section
      title={<bdi>{batch.name ?? texts.unnamed}</bdi>}
      aside={<CopyId value={batch._id} label={texts.idName} />}
    >
      <div className={styles.stack}>
        {stop !== null && <Stopped batch={batch} reason={stop.message} />}
        <div className={styles.wide}>
          <Facts
            facts={[
              {
                name: texts.state,
                value: <StatusWord status={marks[state]}>{texts.states[state]}</StatusWord>,
              },
              {
                name: texts.progress,
                value: (
                  <>
                    {texts.progressOf(number(queued_count), number(accepted_count))}
                    {state !== 'queued' && <ShareBar share={queued_count / Math.max(1, accepted_count)} />}
                  </>
                ),
              },
              {
                name: texts.given,
                value: (
                  <>
                    <When at={batch.created_at} zone={zone} /> {texts.by(<bdi>{batch.made_by}</bdi>)}
                  </>
                ),
              },
            ]}
          />
        </div>
        {wasEnded && lost > 0 && <p className={styles.more}>{texts.notQueued(number(lost), lost)}</p>}
        <div className={styles.figures}>
          <CancelBatch batch={batch} />
          {queued_count > 0 && (
            <Link
              href={withQuery(paths.campaign(place, batch.campaign_id), { tab: 'calls', batch: batch._id })}
            >
              {texts.toCalls}
            </Link>
          )}
          <DownloadLink {...exporting.link} kind="text">
            {texts.export}
          </DownloadLink>
        </div>
        {exporting.fault}
      </div>
    </Section>
  )
}

function Stopped({ batch, reason }: { batch: WholeCallBatch; reason: string }) {
  const { callBatches: texts } = useMessages('callBatches')
  const { ids, role } = usePlace()
  const toast = useToast()
  const changed = useChanged()
  const resuming = useMutation({
    mutationFn: () =>
      call('resumeCallBatch', { ...ids, campaign_id: batch.campaign_id, batch_id: batch._id }),
    onSuccess: async () => {
      await changed()
      toast({ status: 'done', text: texts.resumed })
    },
  })
  return (
    <>
      <Banner
        kind="fail"
        title={texts.stopped}
        action={
          <Button
            reason={useRoleReason(role, 'editor')}
            isPending={resuming.isPending}
            onPress={() => resuming.mutate()}
          >
            {texts.resume}
          </Button>
        }
      >
        <span data-stored="">{reason}</span>. {texts.stoppedNext}
      </Banner>
      {resuming.isError && <Failure error={resuming.error} />}
    </>
  )
}

function CancelBatch({ batch }: { batch: WholeCallBatch }) {
  const { callBatches: texts } = useMessages('callBatches')
  const { ids, role } = usePlace()
  const [isAsked, ask] = useState(false)
  const toast = useToast()
  const changed = useChanged()
  const { accepted_count, queued_count, state, by_state } = batch
  const isOver =
    state === 'canceling' ||
    state === 'canceled' ||
    (queued_count === accepted_count && (by_state.waiting ?? 0) === 0)
  const roleReason = useRoleReason(role, 'editor')
  const canceling = useMutation({
    mutationFn: () =>
      call('cancelCallBatch', { ...ids, campaign_id: batch.campaign_id, batch_id: batch._id }),
    onSuccess: async () => {
      ask(false)
      await changed()
      toast({ status: 'closed', text: texts.canceled })
    },
  })
  return (
    <>
      <Button reason={roleReason ?? (isOver ? texts.cancelOver : null)} onPress={() => ask(true)}>
        {texts.cancel}
      </Button>
      <Dialog
        title={texts.cancelTitle(batch.name ?? texts.unnamed)}
        isOpen={isAsked}
        isAlert
        isPending={canceling.isPending}
        onClose={() => ask(false)}
        actions={
          <>
            <DialogCancel>{texts.keep}</DialogCancel>
            <Button kind="main" isPending={canceling.isPending} onPress={() => canceling.mutate()}>
              {texts.cancelAction}
            </Button>
          </>
        }
      >
        <p>{texts.cancelBody}</p>
        {canceling.isError && <Failure error={canceling.error} />}
      </Dialog>
    </>
  )
}

function Outcomes({ batch }: { batch: WholeCallBatch }) {
  const { callBatches: texts, campaigns } = useMessages('callBatches', 'campaigns')
  const { zone } = usePlace()
  const { number } = useFormats(zone)
  const counts: Partial<Record<string, number>> = batch.by_state
  const states = Object.keys(counts).toSorted((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0))
  const all = Math.max(1, batch.queued_count)
  return (
    <Section title={texts.outcomes}>
      {states.length === 0 ? (
        <Empty next={texts.noOutcomeNext}>{texts.noOutcome}</Empty>
      ) : (
        <Table
          label={texts.outcomes}
          rows={states}
          keyOf={(state) => state}
          columns={[
            {
              id: 'state',
              head: texts.outcome,
              cell: (state) => <StatusBadge state={state}>{campaigns.states[state] ?? state}</StatusBadge>,
            },
            {
              id: 'share',
              head: texts.share,
              cell: (state) => (
                <div className={styles.share}>
                  <ShareBar share={(counts[state] ?? 0) / all} />
                </div>
              ),
            },
            {
              id: 'count',
              head: campaigns.count,
              align: 'end',
              narrow: true,
              cell: (state) => number(counts[state] ?? 0),
            },
          ]}
        />
      )}
    </Section>
  )
}
