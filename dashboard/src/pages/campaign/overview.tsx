import { useQuery } from '@tanstack/react-query'
import { allPagesQuery } from '../../api/all-pages.ts'
import type { ConfiguredCampaign } from '../../api/generated.ts'
import { query } from '../../api/queries.ts'
import { CampaignDays } from '../../components/campaign-days.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { Week } from '../../components/week.tsx'
import { When } from '../../components/when.tsx'
import { comma } from '../../format/comma.ts'
import { calleeZone, hoursZone, isAtCallee } from '../../format/hours-zone.ts'
import { zoneName } from '../../format/instant.ts'
import { formatPhone } from '../../format/phone.ts'
import { useFormats } from '../../hooks/use-formats.ts'
import { usePlace } from '../../hooks/use-place.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { paths } from '../../path-builder.ts'
import { ShareBar } from '../../ui/bar-chart.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { Facts, Section } from '../../ui/section.tsx'
import { Table } from '../../ui/table.tsx'
import styles from '../page.module.css'

/** The calls of the last day, and how the campaign is set up. */
export function Overview({ campaign }: { campaign: ConfiguredCampaign }) {
  const { campaigns: texts, shell, locale } = useMessages('campaigns', 'shell')
  const { place, zone } = usePlace()
  const formats = useFormats(zone)
  const { retry, calling_hours: hours, script, workflow, workflow_id, agent, agent_id, caller_id } = campaign
  const speaks =
    campaign.campaign_type === 'workflow'
      ? workflow !== null &&
        workflow_id !== null && (
          <Link href={paths.workflow(place, workflow_id)}>
            <bdi>{workflow}</bdi>
          </Link>
        )
      : campaign.campaign_type === 'agent'
        ? agent !== null &&
          agent_id !== null && (
            <Link href={paths.agent(place, agent_id)}>
              <bdi>{agent}</bdi>
            </Link>
          )
        : script !== null && texts.voice(campaign.voice ?? '–')
  const dialing = [
    {
      name: texts.again,
      value:
        retry === null || retry.max_attempts === 1 || retry.on.length === 0
          ? texts.retryNever
          : texts.retry(
              formats.number(retry.max_attempts),
              formats.number(retry.delay_minutes),
              retry.on.map((one) => texts.retryOutcomes[one] ?? one).join(comma(locale)),
            ),
    },
    { name: texts.ring, value: texts.ringFor(formats.number(campaign.ring_timeout_seconds)) },
    { name: texts.machine, value: campaign.machine_detection ? texts.machineOn : texts.machineOff },
  ]
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <DayFigures campaignId={campaign._id} />
        <CampaignDays campaignId={campaign._id} />
        {campaign.campaign_type === 'script' && script !== null && (
          <Section title={texts.speaks}>
            <p className={styles.script} dir="auto" data-stored="">
              {script}
            </p>
          </Section>
        )}
      </div>
      <div className={styles.column}>
        <Section title={texts.settings}>
          <Facts
            facts={[
              { name: texts.speaks, value: speaks || texts.nothing },
              {
                name: texts.direction,
                value: campaign.call_direction === 'inbound' ? texts.inbound : texts.outbound,
              },
              ...(campaign.call_direction === 'inbound'
                ? [{ name: texts.answersTo, value: <AnsweredNumbers campaignId={campaign._id} /> }]
                : [
                    {
                      name: texts.callsFrom,
                      value: caller_id === null ? texts.nothing : <bdi>{formatPhone(caller_id)}</bdi>,
                    },
                  ]),
              { name: texts.atOnce, value: texts.slotsOf(campaign.slots, formats.number(campaign.slots)) },
              // How it dials; a campaign that answers calls dials nobody.
              ...(campaign.call_direction === 'inbound' ? [] : dialing),
              {
                name: texts.ends,
                value:
                  campaign.ends_at === null ? (
                    texts.endsNever
                  ) : (
                    <When at={campaign.ends_at} zone={hoursZone(hours, zone)} />
                  ),
              },
            ]}
          />
        </Section>
        <Section
          title={texts.hoursHead}
          aside={
            hours === null
              ? undefined
              : hours.timezone === calleeZone
                ? texts.calleeClock
                : shell.time(zoneName(hours.timezone))
          }
        >
          {hours === null ? <p className={styles.more}>{texts.alwaysOpenLong}</p> : <Week hours={hours} />}
          {isAtCallee(hours) && <p className={styles.more}>{texts.hoursAtCallee}</p>}
        </Section>
      </div>
    </div>
  )
}

/** The numbers whose callers the campaign answers. */
function AnsweredNumbers({ campaignId }: { campaignId: string }) {
  const { campaigns: texts, locale } = useMessages('campaigns')
  const { ids, place } = usePlace()
  const { data } = useQuery(allPagesQuery('listCallerIds', ids))
  if (data === undefined) return null
  const numbers = data.items.filter(({ inbound_campaign_id }) => inbound_campaign_id === campaignId)
  if (numbers.length === 0 && !data.isComplete) return null
  return (
    <Link href={paths.carriers(place)}>
      {numbers.length === 0 ? (
        texts.nothing
      ) : (
        <bdi dir="ltr">{numbers.map(({ number }) => formatPhone(number)).join(comma(locale))}</bdi>
      )}
    </Link>
  )
}

function DayFigures({ campaignId }: { campaignId: string }) {
  const { campaigns: texts } = useMessages('campaigns')
  const { ids, zone } = usePlace()
  const formats = useFormats(zone)
  const figures = useQuery(query('campaignFigures', { ...ids, campaign_id: campaignId }, { live: true }))
  return (
    <Section title={texts.dayTitle}>
      <Loaded query={figures}>
        {({ last_24_hours, week_before }) => {
          const { calls } = last_24_hours
          const day: Partial<Record<string, number>> = last_24_hours.by_state
          const before: Partial<Record<string, number>> = week_before.by_state
          const states = [...new Set([...Object.keys(day), ...Object.keys(before)])]
          if (states.length === 0) return <Empty next={texts.noDayNext}>{texts.noDay}</Empty>
          return (
            <Table
              label={texts.dayTitle}
              rows={states.toSorted((one, other) => (day[other] ?? 0) - (day[one] ?? 0))}
              keyOf={(state) => state}
              columns={[
                {
                  id: 'state',
                  head: texts.outcome,
                  cell: (state) => <StatusBadge state={state}>{texts.states[state] ?? state}</StatusBadge>,
                },
                {
                  id: 'share',
                  head: texts.share,
                  cell: (state) => (
                    <div className={styles.share}>
                      <ShareBar share={(day[state] ?? 0) / Math.max(1, calls)} />
                    </div>
                  ),
                },
                {
                  id: 'count',
                  head: texts.count,
                  align: 'end',
                  narrow: true,
                  cell: (state) => formats.number(day[state] ?? 0),
                },
                {
                  id: 'before',
                  head: texts.weekBefore,
                  align: 'end',
                  narrow: true,
                  cell: (state) => formats.number(before[state] ?? 0),
                },
              ]}
            />
          )
        }}
      </Loaded>
    </Section>
  )
}
