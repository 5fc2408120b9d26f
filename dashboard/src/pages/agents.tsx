import { useQuery } from '@tanstack/react-query'
import type { ConfiguredAgent } from '../api/generated.ts'
import { listQuery } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { changedCells } from '../components/changed-by.tsx'
import { ListPages } from '../components/filter-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { NewLink } from '../components/new-link.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { comma } from '../format/comma.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { useList } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Table } from '../ui/table.tsx'

/** `…/agents`. */
export function AgentsPage() {
  const { agents: texts } = useMessages('agents')
  const { ids, place, role } = usePlace()
  const list = useList()
  const { limit, skip } = list.paging
  const agents = useQuery(listQuery('listAgents', { ...ids, limit, skip }))
  const reason = useRoleReason(role, 'editor')
  const create = (
    <NewLink href={paths.newAgent(place)} reason={reason}>
      {texts.new}
    </NewLink>
  )
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        actions={
          <>
            <AsCurl operation="listAgents" params={{ ...ids, limit, skip }} />
            {create}
          </>
        }
      />
      <Loaded query={agents} list={list}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            <Empty next={texts.noneNext}>{texts.none}</Empty>
          ) : (
            <>
              <AgentTable agents={items} />
              <ListPages list={list} total={pagination.total} count={items.length} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function AgentTable({ agents }: { agents: readonly ConfiguredAgent[] }) {
  const { agents: texts } = useMessages('agents')
  const { place, zone } = usePlace()
  const formats = useFormats(zone)
  return (
    <Table
      label={texts.title}
      rows={agents}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'name',
          head: texts.name,
          cell: ({ _id, name }) => (
            <Link href={paths.agent(place, _id)}>
              <bdi>{name}</bdi>
            </Link>
          ),
          second: ({ purpose }) => <bdi>{purpose}</bdi>,
        },
        { id: 'does', head: texts.does, cell: (agent) => <Does agent={agent} /> },
        { id: 'model', head: texts.model, narrow: true, cell: ({ model }) => <bdi>{model}</bdi> },
        {
          id: 'tools',
          head: texts.tools,
          align: 'end',
          narrow: true,
          cell: ({ tools }) => formats.number(tools.length),
        },
        {
          id: 'revision',
          head: texts.revision,
          align: 'end',
          narrow: true,
          cell: ({ revision }) => formats.number(revision),
        },
        { id: 'changed', head: texts.changedBy, narrow: true, ...changedCells(zone) },
      ]}
    />
  )
}

/** Whose calls an agent leads, and which sender's chats it answers. */
function Does({ agent: { campaigns, answers_sender: sender } }: { agent: ConfiguredAgent }) {
  const { agents: texts, locale } = useMessages('agents')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  if (campaigns === 0 && sender === null) return texts.idle
  return (
    <>
      {campaigns > 0 && texts.campaigns(campaigns, formats.number(campaigns))}
      {campaigns > 0 && sender !== null && comma(locale)}
      {sender !== null && texts.answers(<bdi>{sender.name}</bdi>)}
    </>
  )
}
