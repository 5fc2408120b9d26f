import type { Data } from '../api/operations.ts'
import { comma } from '../format/comma.ts'
import { msOf } from '../format/instant.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { useNow } from '../hooks/use-now.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Link } from '../ui/link.tsx'
import { StatusWord } from '../ui/status-mark.tsx'
import type { Status } from '../ui/status-mark.tsx'
import { Table } from '../ui/table.tsx'
import { When } from './when.tsx'

type Health = Data<'getHealth'>
type Account = Health['accounts'][number]

/** Work that is due longer than this is not done in its turn. */
const lateMs = 60_000

/** Returns whether work that is due since an instant waits too long. */
export function isLate(since: string | null, now: number): boolean {
  return since !== null && now - msOf(since) > lateMs
}

/** The processes of the last day. */
export function ProcessTable({ processes, zone }: { processes: Health['processes']; zone: string }) {
  const { health: texts } = useMessages('health')
  const versions = new Set(processes.filter(({ is_alive }) => is_alive).map(({ version }) => version))
  return (
    <>
      <Table
        label={texts.processes}
        rows={processes}
        keyOf={({ _id }) => _id}
        columns={[
          {
            id: 'kind',
            head: texts.kind,
            cell: ({ kind, is_alive }) => (
              <StatusWord status={is_alive ? 'live' : 'failed'}>{texts.kinds[kind] ?? kind}</StatusWord>
            ),
            second: ({ is_alive }) => (is_alive ? texts.alive : texts.gone),
          },
          {
            id: 'host',
            head: texts.host,
            cell: ({ host }) => <bdi data-stored="">{host}</bdi>,
            second: ({ is_alive }) => (is_alive ? null : texts.goneTodo),
          },
          { id: 'version', head: texts.version, cell: ({ version }) => <bdi>{version}</bdi> },
          { id: 'started', head: texts.started, cell: ({ started_at: at }) => <When at={at} zone={zone} /> },
          {
            id: 'seen',
            head: texts.seen,
            cell: ({ seen_at: at }) => <When at={at} zone={zone} seconds />,
          },
        ]}
      />
      {versions.size > 1 && <p>{texts.otherVersions}</p>}
    </>
  )
}

/** The oldest work that each job could do now. */
export function WaitingTable({ waiting, zone }: { waiting: Health['waiting']; zone: string }) {
  const { health: texts } = useMessages('health')
  const now = useNow()
  const formats = useFormats(zone)
  return (
    <Table
      label={texts.waiting}
      rows={waiting}
      keyOf={({ job }) => job}
      columns={[
        {
          id: 'job',
          head: texts.job,
          cell: ({ job }) => texts.jobs[job] ?? <bdi>{job}</bdi>,
          second: ({ since }) => (isLate(since, now) ? texts.lateTodo : null),
        },
        {
          id: 'state',
          head: texts.state,
          cell: ({ since }) =>
            since === null ? (
              texts.nothing
            ) : isLate(since, now) ? (
              <StatusWord status="failed">{texts.late}</StatusWord>
            ) : (
              <StatusWord status="waits">{texts.due}</StatusWord>
            ),
        },
        {
          id: 'oldest',
          head: texts.oldest,
          cell: ({ since }) => (since === null ? null : <When at={since} zone={zone} seconds />),
          second: ({ since }) =>
            since === null ? null : <bdi>{formats.duration(Math.max(0, now - msOf(since)))}</bdi>,
        },
      ]}
    />
  )
}

const marks: Record<Account['state'], Status> = {
  works: 'done',
  held: 'held',
  failed: 'failed',
  disconnected: 'failed',
  unknown: 'unknown',
  unchecked: 'draft',
}

/** Accounts at providers, in the state that was last known. */
export function AccountTable({ accounts, zone }: { accounts: readonly Account[]; zone: string }) {
  const { health: texts, locale } = useMessages('health')
  return (
    <Table
      label={texts.accounts}
      rows={accounts}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'state',
          head: texts.state,
          cell: ({ state }) => <StatusWord status={marks[state]}>{texts.states[state] ?? state}</StatusWord>,
          second: ({ state, reason, since, until }) => (
            <>
              {since !== null && texts.since(<When at={since} zone={zone} />)}
              {since !== null && until !== null && comma(locale)}
              {until !== null && texts.until(<When at={until} zone={zone} form="time" />)}
              {reason !== null && (
                <div>
                  <bdi>{reason}</bdi>
                </div>
              )}
              <div>{texts.todos[state]}</div>
            </>
          ),
        },
        {
          id: 'account',
          head: texts.account,
          cell: (account) => <AccountName account={account} />,
          second: ({ kind }) => texts.accountKinds[kind] ?? kind,
        },
        {
          id: 'place',
          head: texts.place,
          cell: ({ project }) => <bdi>{project}</bdi>,
          second: ({ organization }) => <bdi>{organization}</bdi>,
        },
      ]}
    />
  )
}

function AccountName({ account: { kind, name, organization_id, project_id } }: { account: Account }) {
  const shown = <bdi>{name}</bdi>
  if (kind !== 'voice_carrier') return shown
  return <Link href={paths.carriers({ organization: organization_id, project: project_id })}>{shown}</Link>
}
