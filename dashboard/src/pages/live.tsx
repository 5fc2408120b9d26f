import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Data } from '../api/operations.ts'
import { queueQuery } from '../api/shell-queries.ts'
import { BoardDialog } from '../components/board-dialog.tsx'
import type { BoardQuestion, CampaignQueue } from '../components/board-dialog.tsx'
import { endsWithRelease } from '../components/call-sentence.tsx'
import { useDemoCalls } from '../components/demo-calls.tsx'
import { HoldAll } from '../components/hold.tsx'
import { Loaded } from '../components/loaded.tsx'
import { MoreActions } from '../components/more-actions.tsx'
import { PageHeader, leadToCome } from '../components/page-header.tsx'
import { QueueGroup } from '../components/queue-group.tsx'
import { formatDuration } from '../format/duration.ts'
import { msOf } from '../format/instant.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { useNow } from '../hooks/use-now.ts'
import { usePlace } from '../hooks/use-place.ts'
import { loadAreas } from '../messages/areas.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Board } from '../ui/board.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { whenIdle } from '../ui/when-idle.ts'

type Queue = Data<'getQueue'>

/** Loaded ahead, because people who watch calls open one next. */
const loadCallPage = () => Promise.all([import('./call.tsx'), loadAreas(['call', 'conversations'])])

/** `…/live`: each campaign with calls, and why each call waits. */
export function LivePage() {
  const { ids } = usePlace()
  // What somebody is asked is about a campaign of this project.
  return <ProjectBoard key={ids.project_id} />
}

function ProjectBoard() {
  const { live, common } = useMessages('live')
  const { ids, place, organization } = usePlace()
  const queue = useQuery(queueQuery(ids))
  const demo = useDemoCalls(organization)
  useEffect(() => whenIdle(() => void loadCallPage()), [])
  const [open, toggle] = useOpenGroups(queue.data?.campaigns ?? [])
  const [question, ask] = useState<BoardQuestion | null>(null)
  return (
    <>
      <PageHeader
        title={live.title}
        lead={queue.data === undefined ? leadToCome : <Lead queue={queue.data} />}
        actions={
          <>
            <HoldAll campaigns={queue.data?.campaigns ?? []} />
            <MoreActions
              actions={organization.is_demo ? [demo] : []}
              curl={{ operation: 'getQueue', params: ids }}
            />
          </>
        }
      />
      <Loaded query={queue} skeleton={<Skeleton label={common.loading} rows={5} columns={4} />}>
        {({ campaigns, worker, is_held: isHeld, at }) =>
          campaigns.length === 0 ? (
            <Empty
              next={live.emptyNext}
              action={
                <Link kind="button" href={paths.campaigns(place)}>
                  {live.toCampaigns}
                </Link>
              }
            >
              {live.empty}
            </Empty>
          ) : (
            <Board label={live.board} heads={live.heads}>
              {campaigns.map((campaign) => (
                <QueueGroup
                  key={campaign.campaign_id}
                  campaign={campaign}
                  at={at}
                  hasNoWorker={worker?.is_alive !== true}
                  isHeld={isHeld}
                  isOpen={open.includes(campaign.campaign_id)}
                  onToggle={() => toggle(campaign.campaign_id)}
                  onAsk={ask}
                />
              ))}
            </Board>
          )
        }
      </Loaded>
      {question !== null && <BoardDialog question={question} onClose={() => ask(null)} />}
    </>
  )
}

/** How many calls are under way and wait, and the oldest wait with its reason where that is certain. */
function Lead({ queue }: { queue: Queue }) {
  const { live, locale } = useMessages('live')
  const { zone } = usePlace()
  const { number } = useFormats(zone)
  const now = useNow()
  const { campaigns } = queue
  const becauseOf = (reason: string) =>
    queue.is_held && endsWithRelease(reason) ? live.becauseHeld : live.because[reason]
  const underWay = campaigns.reduce((sum, one) => sum + one.slots_in_use, 0)
  const waiting = campaigns.reduce((sum, one) => sum + one.waiting.count, 0)
  const isMore = campaigns.some((one) => one.waiting.is_more)
  if (campaigns.length === 0) return live.nothingWaits
  const withOldest = campaigns
    .filter((one): one is CampaignQueue & { oldest_since: string } => one.oldest_since !== null)
    .toSorted((one, other) => msOf(one.oldest_since) - msOf(other.oldest_since))
  const [oldest] = withOldest
  const reasons = oldest?.waiting_by_reason ?? []
  const because = reasons.length === 1 ? becauseOf(reasons[0]!.reason) : undefined
  const waited =
    oldest === undefined ? null : <bdi>{formatDuration(now - msOf(oldest.oldest_since), locale)}</bdi>
  const shown = number(waiting)
  return (
    <>
      {live.lead(
        live.underWay(number(underWay), underWay),
        isMore ? live.more(shown) : shown,
        campaigns.length,
        waiting,
      )}
      {waited !== null && (because === undefined ? live.oldest(waited) : live.oldestWhy(waited, because))}
    </>
  )
}

/**
 * Which campaigns are unfolded, as the address says it; without a word about it, the first with a call under way. It
 * stays unfolded while another becomes the first: what is asked below it would be gone.
 */
function useOpenGroups(campaigns: readonly CampaignQueue[]): [readonly string[], (id: string) => void] {
  const [search, setSearch] = useSearchParams()
  const [chosen, choose] = useState<string | null>(null)
  const said = search.get('open')
  const isListed = campaigns.some((one) => one.campaign_id === chosen)
  const first = campaigns.find((one) => one.slots_in_use > 0) ?? campaigns[0]
  if (first !== undefined && !isListed) choose(first.campaign_id)
  const open = said === null ? (chosen === null ? [] : [chosen]) : said.split(' ')
  const toggle = (id: string): void => {
    const next = open.includes(id) ? open.filter((one) => one !== id) : [...open, id]
    setSearch({ open: next.filter((one) => one !== '').join(' ') }, { replace: true })
  }
  return [open, toggle]
}
