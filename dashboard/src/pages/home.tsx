import { useQuery } from '@tanstack/react-query'
import type { Data } from '../api/operations.ts'
import { todayQuery } from '../api/shell-queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { FindRow } from '../components/find-row.tsx'
import { FirstSteps } from '../components/first-steps.tsx'
import { Loaded } from '../components/loaded.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths, withQuery } from '../path-builder.ts'
import type { ProjectPlace } from '../path-builder.ts'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Facts, Section } from '../ui/section.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import type { Status } from '../ui/status-mark.tsx'
import { Table } from '../ui/table.tsx'
import styles from './home.module.css'
import page from './page.module.css'

type Today = Data<'getToday'>
type Need = Today['needs'][number]

/** `…`: what needs a person, then today beside the same weekday before. */
export function HomePage() {
  const { home, common } = useMessages('home')
  const { ids, project } = usePlace()
  const today = useQuery(todayQuery(ids))
  return (
    <>
      <FindRow />
      <PageHeader
        title={today.data === undefined ? home.tab : home.title(today.data.needs.length)}
        tabTitle={home.tab}
        lead={home.lead(<bdi>{project.name}</bdi>)}
        actions={<AsCurl operation="getToday" params={ids} />}
      />
      <Loaded query={today} skeleton={<Skeleton label={common.loading} rows={4} columns={2} />}>
        {(data) => (
          <div className={page.columns}>
            <div className={page.column}>
              {data.needs.length === 0 && <FirstSteps today={data} />}
              <Section title={home.needs}>
                {data.needs.length === 0 ? (
                  <Empty next={home.wellNext}>{home.well}</Empty>
                ) : (
                  <ul>
                    {data.needs.map((need) => (
                      <NeedLine key={need.code} need={need} />
                    ))}
                  </ul>
                )}
              </Section>
              {data.needs.length > 0 && <FirstSteps today={data} />}
            </div>
            <div className={page.column}>
              <Day today={data} />
              <Plan plan={data.plan} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  )
}

const marks: Partial<Record<Need['code'], Status>> = {
  calls_unresolved: 'unknown',
  messages_unresolved: 'unknown',
  campaigns_paused: 'held',
  campaigns_not_ready: 'waits',
  sends_nearly_used: 'waits',
  links_nearly_used: 'waits',
}

function NeedLine({ need: { code, count, is_more, since, ids } }: { need: Need }) {
  const { home } = useMessages('home')
  const { place, zone } = usePlace()
  const formats = useFormats(zone)
  const text = home.codes[code]
  const shown = is_more ? home.moreThan(formats.number(count)) : formats.number(count)
  const [only] = ids.length === 1 ? ids : []
  const href = placeOf(code, place, only)
  return (
    <li className={styles.need}>
      <StatusMark status={marks[code] ?? 'failed'} />
      <div>
        <p className={styles.what}>{text?.what(shown, count) ?? <bdi>{code}</bdi>}</p>
        <p className={styles.todo}>
          {since !== null && home.since(<bdi>{formats.instant(since)}</bdi>)}
          {text?.todo}
        </p>
      </div>
      {href !== null && text?.go != null && (
        <div className={styles.go}>
          <Link kind="button" small href={href}>
            {text.go}
          </Link>
        </div>
      )}
    </li>
  )
}

/** Where a need is settled; to the record itself where it is a single one. */
function placeOf(code: Need['code'], place: ProjectPlace, only: string | undefined): string | null {
  switch (code) {
    case 'calls_unresolved':
      return only === undefined ? paths.live(place) : paths.call(place, only)
    case 'campaigns_paused':
      return only === undefined
        ? withQuery(paths.campaigns(place), { status: 'paused' })
        : paths.campaign(place, only)
    case 'campaigns_not_ready':
      return only === undefined ? paths.campaigns(place) : paths.campaign(place, only)
    case 'sources_failed':
      return only === undefined
        ? withQuery(paths.knowledge(place), { state: 'failed' })
        : paths.source(place, only)
    case 'carriers_refused':
    case 'carriers_paused':
      return paths.carriers(place)
    case 'plan_inactive':
    case 'sends_nearly_used':
    case 'links_nearly_used':
      return paths.settings(place.organization)
    case 'messages_unresolved':
      return only === undefined ? paths.broadcasts(place) : paths.message(place, only)
    case 'templates_stopped':
      return only === undefined ? paths.templates(place) : paths.template(place, only)
    case 'senders_at_fault':
      return only === undefined ? paths.senders(place) : paths.sender(place, only)
    default:
      return null
  }
}

/** Today's conversations beside those of the same weekday before, until the same time of day. */
function Day({ today }: { today: Today }) {
  const { home } = useMessages('home')
  const { place } = usePlace()
  const formats = useFormats(today.timezone)
  const [now, before] = [sumsOf(today.today), sumsOf(today.week_before)]
  const from = dayOf(today.today.from, today.timezone)
  const list = (more: Record<string, string>) =>
    withQuery(paths.conversations(place), { from, to: from, ...more })
  // Each leads to a list of what it counts, as `sumsOf` does.
  const rows: { id: keyof Sums; href: string; isPart: boolean }[] = [
    { id: 'calls', href: list({ channel: 'voice' }), isPart: false },
    { id: 'answered', href: list({ channel: 'voice', status: 'completed' }), isPart: true },
    { id: 'unanswered', href: list({ channel: 'voice', status: 'unanswered' }), isPart: true },
    { id: 'failed', href: list({ channel: 'voice', status: 'unsuccessful' }), isPart: true },
    { id: 'live', href: list({ channel: 'voice', status: 'under_way' }), isPart: true },
    { id: 'chats', href: list({ channel: 'chats' }), isPart: false },
  ]
  return (
    <Section
      title={home.today}
      aside={home.todayAside(
        <bdi>{formats.day(today.week_before.from)}</bdi>,
        <bdi>{`${formats.minute(today.week_before.to)} ${formats.zoneName}`}</bdi>,
      )}
    >
      {now.calls + now.chats + before.calls + before.chats === 0 ? (
        <Empty next={home.quietNext}>{home.quiet}</Empty>
      ) : (
        <Table
          label={home.table}
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            {
              id: 'what',
              head: home.heads.what,
              cell: ({ id, href, isPart }) => (
                <span className={isPart ? styles.sub : undefined}>
                  <Link href={href}>{home.rows[id]}</Link>
                </span>
              ),
            },
            {
              id: 'today',
              head: home.heads.today,
              align: 'end',
              narrow: true,
              cell: ({ id }) => <b>{formats.number(now[id])}</b>,
            },
            {
              id: 'before',
              head: home.heads.before,
              align: 'end',
              narrow: true,
              cell: ({ id }) => <bdi>{formats.number(before[id])}</bdi>,
            },
            {
              id: 'change',
              head: home.heads.change,
              align: 'end',
              narrow: true,
              cell: ({ id }) => {
                const change = now[id] - before[id]
                const shown = formats.number(Math.abs(change))
                return (
                  <bdi>{change === 0 ? home.same : change > 0 ? home.more(shown) : home.less(shown)}</bdi>
                )
              },
            },
          ]}
        />
      )}
    </Section>
  )
}

interface Sums {
  calls: number
  answered: number
  unanswered: number
  failed: number
  live: number
  chats: number
}

function sumsOf({ conversations }: Today['today']): Sums {
  const sum = (fits: (one: Today['today']['conversations'][number]) => boolean) =>
    conversations.filter(fits).reduce((total, one) => total + one.conversations, 0)
  const calls = (...statuses: string[]) =>
    sum(({ channel_type, status }) => channel_type === 'voice' && statuses.includes(status))
  return {
    calls: sum(({ channel_type }) => channel_type === 'voice'),
    answered: calls('completed'),
    unanswered: calls('no_answer', 'busy'),
    failed: calls('failed', 'canceled'),
    live: calls('live', 'ringing', 'initiated'),
    chats: sum(({ channel_type }) => channel_type !== 'voice'),
  }
}

/** The day of an instant in a zone, as `2026-11-22`. */
function dayOf(at: string, zone: string): string {
  return new Intl.DateTimeFormat('sv', { timeZone: zone }).format(new Date(at))
}

function Plan({ plan }: { plan: Today['plan'] }) {
  const { home } = useMessages('home')
  const { zone, place } = usePlace()
  const { number } = useFormats(zone)
  const { sends, sends_used, links, links_used } = plan
  return (
    <Section
      title={home.plan}
      aside={
        <Link small href={paths.settings(place.organization)}>
          {home.toSettings}
        </Link>
      }
    >
      <Facts
        facts={[
          { name: home.sends, value: home.used(number(sends_used), number(sends)) },
          { name: home.links, value: home.used(number(links_used), number(links)) },
        ]}
      />
    </Section>
  )
}
