import { useQuery } from '@tanstack/react-query'
import type { ConfiguredCampaign } from '../../api/generated.ts'
import { listQuery } from '../../api/queries.ts'
import { ChangeList } from '../../components/change-list.tsx'
import { ListPages } from '../../components/filter-bar.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { useList } from '../../hooks/use-list.ts'
import { usePlace } from '../../hooks/use-place.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { Empty } from '../../ui/empty.tsx'
import styles from '../page.module.css'

/** Who changed a campaign, from what to what. */
export function History({ campaign }: { campaign: ConfiguredCampaign }) {
  const { changes: texts } = useMessages('changes')
  const { ids, place, zone } = usePlace()
  const list = useList({ filters: ['tab'], pageSize: 20 })
  const { limit, skip } = list.paging
  const { organization_id } = ids
  const params = { organization_id, kind: 'campaign' as const, record_id: campaign._id, limit, skip }
  const changes = useQuery(listQuery('listChanges', params, { live: true }))
  return (
    <div className={styles.sections}>
      <Loaded query={changes} list={list}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            <Empty next={texts.historyNoneNext}>{texts.historyNone}</Empty>
          ) : (
            <div>
              <ChangeList organization={place.organization} changes={items} zone={zone} isOpen />
              <ListPages list={list} total={pagination.total} count={items.length} />
            </div>
          )
        }
      </Loaded>
    </div>
  )
}
