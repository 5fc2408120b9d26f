import { useQuery } from '@tanstack/react-query'
import { listQuery } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { ChangeList } from '../components/change-list.tsx'
import { NotFound } from '../components/error-page.tsx'
import { FilterBar, ListPages } from '../components/filter-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { useCurrentPlace } from '../components/use-current-place.ts'
import { useList } from '../hooks/use-list.ts'
import { useOrganization } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Empty } from '../ui/empty.tsx'
import { TextField } from '../ui/text-field.tsx'

const filters = ['kind', 'person', 'field', 'from', 'to', 'record_id'] as const
const kinds = [
  'campaign',
  'workflow',
  'voice_carrier',
  'caller_id',
  'api_key',
  'project',
  'user',
  'whatsapp_sender',
  'whatsapp_template',
  'broadcast',
  'webhook_endpoint',
]

/** `/{organization}/changes`: who changed what, from what to what. */
export function ChangesPage() {
  const { changes: texts, common } = useMessages('changes')
  const organization = useOrganization()
  const zone = useCurrentPlace()?.zone ?? 'UTC'
  const list = useList({ filters })
  const { limit, skip } = list.paging
  const params = { organization_id: organization?._id ?? '', ...list.filters, limit, skip }
  const changes = useQuery({
    ...listQuery('listChanges', params, { live: true }),
    enabled: organization !== null,
  })
  if (organization === null) return <NotFound />
  const field = (name: (typeof filters)[number]) => ({
    value: list.filters[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => list.setFilter(name, target.value || undefined),
  })
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        actions={<AsCurl operation="listChanges" params={params} />}
      />
      <FilterBar
        list={list}
        filters={[
          {
            name: 'kind',
            label: texts.record,
            choices: kinds.map((value) => ({ value, label: texts.kinds[value] ?? value })),
          },
        ]}
      >
        <TextField label={texts.person} width="medium" placeholder={texts.personHint} {...field('person')} />
        <TextField label={texts.field} width="medium" placeholder={texts.fieldHint} {...field('field')} />
        <TextField label={texts.from} type="date" width="medium" {...field('from')} />
        <TextField label={texts.to} type="date" width="medium" {...field('to')} />
      </FilterBar>
      <Loaded query={changes}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            <Empty next={list.isFiltered ? undefined : texts.noneNext}>
              {list.isFiltered ? common.noMatch : texts.none}
            </Empty>
          ) : (
            <>
              <ChangeList organization={organization._id} changes={items} zone={zone} />
              <ListPages list={list} total={pagination.total} count={items.length} />
            </>
          )
        }
      </Loaded>
    </>
  )
}
