import { useQuery } from '@tanstack/react-query'
import type { Data } from '../api/operations.ts'
import { query } from '../api/queries.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths, withQuery } from '../path-builder.ts'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import { Loaded } from './loaded.tsx'
import { SeriesChart } from './series-chart.tsx'

type Point = Data<'voiceSeries'>['points'][number]

/** The calls of a campaign in the last 30 days, by outcome. */
export function CampaignDays({ campaignId }: { campaignId: string }) {
  const {
    analytics: texts,
    campaigns,
    conversations,
  } = useMessages('analytics', 'campaigns', 'conversations')
  const { ids, place, zone } = usePlace()
  const formats = useFormats(zone)
  const params = { ...ids, campaign_id: campaignId, last: '30d', split: 'outcome' as const }
  const series = useQuery({ ...query('voiceSeries', params), refetchInterval: 15_000 })
  const list = ({ from, to }: { from: string; to: string }, status?: string) =>
    withQuery(paths.conversations(place), { channel: 'voice', campaign: campaignId, status, from, to })
  return (
    <Section
      title={texts.campaignTitle}
      aside={
        <Link small href={withQuery(paths.analytics(place), { split: 'campaign' })}>
          {texts.toAnalytics}
        </Link>
      }
    >
      <Loaded query={series}>
        {({ points, parts, totals, by, from, to }) =>
          totals.calls === 0 ? (
            <Empty next={campaigns.noDayNext}>{texts.figure.campaignDays('0', 0, null)}</Empty>
          ) : (
            <SeriesChart
              title={texts.figure.campaignDays(
                formats.number(totals.calls),
                totals.calls,
                totals.answer_rate === null ? null : formats.percent(totals.answer_rate),
              )}
              value={texts.values.calls}
              by={by}
              points={points}
              figure={({ calls }) => calls}
              shown={formats.number}
              href={list}
              height={80}
              isCompared={false}
              parts={parts
                .map((part, index) => ({ part, index }))
                .filter(({ part }) => part.calls > 0)
                .map(({ part, index }) => ({
                  id: part.key,
                  label: conversations.statuses[part.key] ?? part.key,
                  shown: formats.number(part.calls),
                  share: part.calls / totals.calls,
                  href: list({ from, to }, part.key),
                  figure: (point: Point) => point.parts?.[index]?.calls ?? 0,
                  hrefOf: (days: { from: string; to: string }) => list(days, part.key),
                }))}
            />
          )
        }
      </Loaded>
    </Section>
  )
}
