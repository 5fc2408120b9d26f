import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listQuery } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { ListPages } from '../components/filter-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { NotAllowed } from '../components/not-allowed.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { When } from '../components/when.tsx'
import { comma } from '../format/comma.ts'
import {
  NewApiKey,
  RevokeApiKey,
  RotateApiKey,
  isEverything,
  reachesOrganization,
} from '../forms/api-key.tsx'
import type { ApiKey } from '../forms/api-key.tsx'
import { LimitApiKey } from '../forms/key-rate.tsx'
import { useFormats } from '../hooks/use-formats.ts'
import { useList } from '../hooks/use-list.ts'
import { includesRole, usePlace } from '../hooks/use-place.ts'
import { coversOrganization } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { StatusWord } from '../ui/status-mark.tsx'
import type { Status } from '../ui/status-mark.tsx'
import { Table } from '../ui/table.tsx'
import styles from './page.module.css'

const marks: Record<ApiKey['status'], Status> = {
  active: 'done',
  ending: 'waits',
  ended: 'closed',
  revoked: 'closed',
}

/** `…/keys`: the keys of the project API, made, rotated and revoked. */
export function KeysPage() {
  const { keys: texts } = useMessages('keys')
  const { role } = usePlace()
  return (
    <>
      {includesRole(role, 'admin') ? (
        <Keys />
      ) : (
        <>
          <PageHeader title={texts.title} lead={texts.lead} />
          <NotAllowed needs="admin" />
        </>
      )}
    </>
  )
}

function Keys() {
  const { keys: texts } = useMessages('keys')
  const { ids } = usePlace()
  const list = useList({ pageSize: 50 })
  const { limit, skip } = list.paging
  const keys = useQuery(listQuery('listApiKeys', { ...ids, limit, skip }))
  const [dialog, setDialog] = useState<'new' | { action: KeyAction; apiKey: ApiKey } | null>(null)
  const close = () => setDialog(null)
  const create = (
    <Button kind="main" onPress={() => setDialog('new')}>
      {texts.new}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        actions={
          <>
            <AsCurl operation="listApiKeys" params={{ ...ids, limit, skip }} />
            {create}
          </>
        }
      />
      <Loaded query={keys} list={list}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            <Empty next={texts.noneNext}>{texts.none}</Empty>
          ) : (
            <>
              <KeyTable keys={items} onAsk={(apiKey, action) => setDialog({ apiKey, action })} />
              <ListPages list={list} total={pagination.total} count={items.length} />
            </>
          )
        }
      </Loaded>
      {dialog === 'new' && <NewApiKey onClose={close} />}
      {dialog !== null && dialog !== 'new' && dialog.action === 'rotate' && (
        <RotateApiKey apiKey={dialog.apiKey} onClose={close} />
      )}
      {dialog !== null && dialog !== 'new' && dialog.action === 'limit' && (
        <LimitApiKey apiKey={dialog.apiKey} onClose={close} />
      )}
      {dialog !== null && dialog !== 'new' && dialog.action === 'revoke' && (
        <RevokeApiKey apiKey={dialog.apiKey} onClose={close} />
      )}
    </>
  )
}

type KeyAction = 'limit' | 'rotate' | 'revoke'

interface KeyTableProps {
  keys: readonly ApiKey[]
  onAsk: (apiKey: ApiKey, action: KeyAction) => void
}

function KeyTable({ keys, onAsk }: KeyTableProps) {
  const { keys: texts, common, locale } = useMessages('keys')
  const { zone, organization } = usePlace()
  // The new key would have the scopes of the old one.
  const isClosed = ({ scopes }: ApiKey) => reachesOrganization(scopes) && !coversOrganization(organization)
  const formats = useFormats(zone)
  return (
    <Table
      label={texts.title}
      rows={keys}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'name',
          head: texts.name,
          cell: ({ name }) => <bdi>{name}</bdi>,
          second: ({ prefix }) => <code dir="ltr">{prefix}…</code>,
        },
        {
          id: 'scopes',
          head: texts.scope,
          cell: ({ scopes }) =>
            scopes.length === 0
              ? texts.readsOnly
              : isEverything(scopes)
                ? texts.allScopes
                : scopes.map((scope) => texts.scopeNames[scope] ?? scope).join(comma(locale)),
          second: ({ rate }) =>
            rate === 'none' ? texts.unlimited : texts.rate(formats.number(rate.requests_per_second)),
        },
        {
          id: 'status',
          head: texts.status,
          narrow: true,
          cell: ({ status }) => <StatusWord status={marks[status]}>{texts.statuses[status]}</StatusWord>,
          second: ({ status, ends_at, revoked_at }) => {
            const at = revoked_at ?? ends_at
            if (at === null) return null
            const time = <When at={at} zone={zone} />
            return status === 'ending' ? texts.endsAt(time) : texts.endedAt(time)
          },
        },
        {
          id: 'used',
          head: texts.lastUsed,
          cell: ({ last_used_at: at }) => (at === null ? texts.neverUsed : <When at={at} zone={zone} />),
        },
        {
          id: 'made',
          head: texts.madeBy,
          cell: ({ made_by }) => (made_by === null ? texts.before : <bdi>{made_by}</bdi>),
          second: ({ created_at }) => <When at={created_at} zone={zone} form="day" />,
        },
      ]}
      action={(apiKey) =>
        apiKey.status === 'active' || apiKey.status === 'ending' ? (
          <div className={styles.words}>
            {apiKey.status === 'active' && (
              <Button
                small
                aria-label={texts.rotateLabel(apiKey.name)}
                reason={isClosed(apiKey) ? common.forSomeProjects : null}
                onPress={() => onAsk(apiKey, 'rotate')}
              >
                {texts.rotate}
              </Button>
            )}
            <Button small aria-label={texts.limitLabel(apiKey.name)} onPress={() => onAsk(apiKey, 'limit')}>
              {texts.limit}
            </Button>
            <Button small aria-label={texts.revokeLabel(apiKey.name)} onPress={() => onAsk(apiKey, 'revoke')}>
              {texts.revoke}
            </Button>
          </div>
        ) : null
      }
    />
  )
}
