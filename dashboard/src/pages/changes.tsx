import { useQuery } from '@tanstack/react-query'
import { listQuery } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { ChangeList } from '../components/change-list.tsx'
import { DayFilter } from '../components/day-filter.tsx'
import { NotFound } from '../components/error-page.tsx'
import { FilterBar, ListPages } from '../components/filter-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { SearchField } from '../components/search-field.tsx'
import { useCurrentPlace } from '../components/use-current-place.ts'
import { dayEnd, dayStart } from '../format/day-start.ts'
import { useList } from '../hooks/use-list.ts'
import { useOrganization } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Empty } from '../ui/empty.tsx'

const filters = ['kind', 'person', 'field', 'from', 'to', 'record_id'] as const

/** `/{organization}/changes`: who changed what, from what to what. */
export function ChangesPage() {
  const { changes: texts, common } = useMessages('changes')
  const organization = useOrganization()
  const zone = useCurrentPlace()?.zone ?? 'UTC'
  const list = useList({ filters })
  const { limit, skip } = list.paging
  const { from, to, ...others } = list.filters
  // Days are those of the zone that the page shows.
  const [first, end] = [from && dayStart(from, zone), to && dayEnd(to, zone)]
  const params = {
    organization_id: organization?._id ?? '',
    ...others,
    ...(first && { from: first }),
    ...(end && { to: end }),
    limit,
    skip,
  }
  const changes = useQuery({
    ...listQuery('listChanges', params, { live: true }),
    enabled: organization !== null,
  })
  if (organization === null) return <NotFound />
  const day = (name: 'from' | 'to') => (
    <DayFilter
      label={texts[name]}
      value={list.filters[name] ?? ''}
      onChange={(value) => list.setFilter(name, value || undefined)}
    />
  )
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
            choices: Object.entries(texts.kinds).map(([value, label]) => ({ value, label })),
          },
        ]}
      >
        <SearchField list={list} filter="person" label={texts.person} hint={texts.personHint} />
        <SearchField list={list} filter="field" label={texts.field} hint={texts.fieldHint} />
        {day('from')}
        {day('to')}
      </FilterBar>
      <Loaded query={changes} list={list}>
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
