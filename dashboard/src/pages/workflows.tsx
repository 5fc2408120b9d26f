import { useQuery } from '@tanstack/react-query'
import type { ConfiguredWorkflow } from '../api/generated.ts'
import { listQuery } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { changedCells } from '../components/changed-by.tsx'
import { ListPages } from '../components/filter-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { NewLink } from '../components/new-link.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { useFormats } from '../hooks/use-formats.ts'
import { useList } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Table } from '../ui/table.tsx'
import styles from './page.module.css'

/** `…/workflows`. */
export function WorkflowsPage() {
  const { workflows: texts } = useMessages('workflows')
  const { ids, place, role } = usePlace()
  const list = useList()
  const { limit, skip } = list.paging
  const workflows = useQuery(listQuery('listWorkflows', { ...ids, limit, skip }))
  const reason = useRoleReason(role, 'editor')
  const create = (
    <NewLink href={paths.newWorkflow(place)} reason={reason}>
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
            <AsCurl operation="listWorkflows" params={{ ...ids, limit, skip }} />
            {create}
          </>
        }
      />
      <Loaded query={workflows} list={list}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            <Empty next={texts.noneNext}>{texts.none}</Empty>
          ) : (
            <>
              <WorkflowTable workflows={items} />
              <ListPages list={list} total={pagination.total} count={items.length} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function WorkflowTable({ workflows }: { workflows: readonly ConfiguredWorkflow[] }) {
  const { workflows: texts } = useMessages('workflows')
  const { place, zone } = usePlace()
  const formats = useFormats(zone)
  return (
    <Table
      label={texts.title}
      rows={workflows}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'name',
          head: texts.name,
          cell: ({ _id, name }) => (
            <Link href={paths.workflow(place, _id)}>
              <bdi>{name}</bdi>
            </Link>
          ),
        },
        {
          id: 'steps',
          head: texts.steps,
          align: 'end',
          narrow: true,
          cell: ({ definition }) => formats.number(Object.keys(definition['steps'] ?? {}).length),
        },
        {
          id: 'revision',
          head: texts.revision,
          align: 'end',
          narrow: true,
          cell: ({ revision }) => formats.number(revision),
        },
        {
          id: 'used',
          head: texts.usedBy,
          cell: ({ campaigns, first_campaigns: first }) => {
            if (campaigns === 0) return texts.unused
            return (
              <ul className={styles.links}>
                {first.map(({ _id, name }) => (
                  <li key={_id}>
                    <Link href={paths.campaign(place, _id)}>
                      <bdi>{name}</bdi>
                    </Link>
                  </li>
                ))}
                {campaigns > first.length && (
                  <li>{texts.moreCampaigns(formats.number(campaigns - first.length))}</li>
                )}
              </ul>
            )
          },
        },
        {
          id: 'changed',
          head: texts.changedBy,
          narrow: true,
          ...changedCells(zone),
        },
      ]}
    />
  )
}
