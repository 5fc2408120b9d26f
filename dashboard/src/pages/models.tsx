import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allPagesQuery } from '../api/all-pages.ts'
import type { ConfiguredModelAccount } from '../api/generated.ts'
import { query } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { changedCells } from '../components/changed-by.tsx'
import { Loaded } from '../components/loaded.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { When } from '../components/when.tsx'
import { ModelAccountForm } from '../forms/model-account.tsx'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Table } from '../ui/table.tsx'
import styles from './page.module.css'

/** `…/models`: the accounts of language models, which agents ask. */
export function ModelsPage() {
  const { models: texts } = useMessages('models')
  const { ids, role } = usePlace()
  const accounts = useQuery(query('listModelAccounts', { ...ids, limit: 100 }))
  const [asked, ask] = useState<{ account: ConfiguredModelAccount | null } | null>(null)
  const reason = useRoleReason(role, 'admin')
  const create = (
    <Button kind="main" reason={reason} onPress={() => ask({ account: null })}>
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
            <AsCurl operation="listModelAccounts" params={{ ...ids, limit: 100 }} />
            {create}
          </>
        }
      />
      <Loaded query={accounts}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty next={texts.noneNext}>{texts.none}</Empty>
          ) : (
            <AccountTable accounts={items} reason={reason} onEdit={(account) => ask({ account })} />
          )
        }
      </Loaded>
      {asked !== null && <ModelAccountForm account={asked.account} onClose={() => ask(null)} />}
    </>
  )
}

interface AccountTableProps {
  accounts: readonly ConfiguredModelAccount[]
  reason: string | null
  onEdit: (account: ConfiguredModelAccount) => void
}

function AccountTable({ accounts, reason, onEdit }: AccountTableProps) {
  const { models: texts } = useMessages('models')
  const { ids, place, zone } = usePlace()
  const agents = useQuery(allPagesQuery('listAgents', ids))
  return (
    <Table
      label={texts.title}
      rows={accounts}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'name',
          head: texts.name,
          cell: ({ name }) => <bdi>{name}</bdi>,
          second: ({ base_url }) => <code dir="ltr">{base_url}</code>,
        },
        {
          id: 'model',
          head: texts.model,
          cell: ({ model }) => <code dir="ltr">{model}</code>,
          second: ({ kind }) => texts.kinds[kind] ?? kind,
        },
        {
          id: 'key',
          head: texts.keySet,
          cell: ({ api_key_set_at: at }) => (at === null ? texts.noKey : <When at={at} zone={zone} />),
        },
        {
          id: 'used',
          head: texts.usedBy,
          cell: ({ name }) => {
            const using = agents.data?.items.filter(
              ({ model, fallback }) => model === name || fallback === name,
            )
            if (using === undefined) return null
            if (using.length === 0) return agents.data?.isComplete === true ? texts.unused : null
            return (
              <ul className={styles.links}>
                {using.map((agent) => (
                  <li key={agent._id}>
                    <Link href={paths.agent(place, agent._id)}>
                      <bdi>{agent.name}</bdi>
                    </Link>
                  </li>
                ))}
              </ul>
            )
          },
        },
        { id: 'changed', head: texts.changedBy, narrow: true, ...changedCells(zone) },
      ]}
      action={(account) => (
        <Button
          small
          reason={reason}
          aria-label={texts.editLabel(account.name)}
          onPress={() => onEdit(account)}
        >
          {texts.edit}
        </Button>
      )}
    />
  )
}
