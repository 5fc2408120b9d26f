import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MyOrganization } from '../api/operations.ts'
import { listQuery, query } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { ListPages } from '../components/filter-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { LoadingDialog } from '../components/loading-dialog.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { PlanUse } from '../components/plan-use.tsx'
import { OrganizationForm } from '../forms/organization.tsx'
import { useFormats } from '../hooks/use-formats.ts'
import { useList } from '../hooks/use-list.ts'
import { useMe } from '../hooks/use-me.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { StatusWord } from '../ui/status-mark.tsx'
import { Table } from '../ui/table.tsx'

/** `/organizations`: where the person may go, with their plans. Operators see all, and alone make and change them. */
export function OrganizationsPage() {
  const { settings: texts } = useMessages('settings')
  const { is_operator } = useMe()
  const reason = useRoleReason(is_operator ? 'operator' : 'owner', 'operator')
  const list = useList()
  const params = { limit: list.paging.limit, skip: list.paging.skip }
  const organizations = useQuery(listQuery('listOrganizations', params))
  const [asked, ask] = useState<'new' | MyOrganization | null>(null)
  return (
    <>
      <PageHeader
        title={texts.organizations}
        lead={is_operator ? texts.organizationsLead : texts.yourOrganizationsLead}
        actions={
          <>
            <AsCurl operation="listOrganizations" params={params} />
            <Button kind="main" reason={reason} onPress={() => ask('new')}>
              {texts.newOrganization}
            </Button>
          </>
        }
      />
      <Loaded query={organizations} list={list}>
        {({ items, pagination }) =>
          items.length === 0 ? (
            <Empty next={texts.noOrganizationNext}>{texts.noOrganization}</Empty>
          ) : (
            <>
              <OrganizationTable organizations={items} reason={reason} onEdit={ask} />
              <ListPages list={list} total={pagination.total} count={items.length} />
            </>
          )
        }
      </Loaded>
      {asked === 'new' && <OrganizationForm organization={null} hasPlan onClose={() => ask(null)} />}
      {asked !== null && asked !== 'new' && <Edit organization={asked} onClose={() => ask(null)} />}
    </>
  )
}

/** The form begins from the record as it is now, with its revision. */
function Edit({ organization, onClose }: { organization: MyOrganization; onClose: () => void }) {
  const { settings: texts } = useMessages('settings')
  const found = useQuery({ ...query('getOrganization', { organization_id: organization._id }), gcTime: 0 })
  if (found.data === undefined)
    return <LoadingDialog title={texts.editTitle(organization.name)} query={found} onClose={onClose} />
  return <OrganizationForm organization={found.data} hasPlan onClose={onClose} />
}

interface OrganizationTableProps {
  organizations: readonly MyOrganization[]
  /** Why they can't be changed. */
  reason: string | null
  onEdit: (organization: MyOrganization) => void
}

function OrganizationTable({ organizations, reason, onEdit }: OrganizationTableProps) {
  const { settings: texts } = useMessages('settings')
  const { number } = useFormats('UTC')
  return (
    <Table
      label={texts.organizations}
      rows={organizations}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'name',
          head: texts.organization,
          cell: (organization) => (
            <Link href={beginningOf(organization)}>
              <bdi>{organization.name}</bdi>
            </Link>
          ),
          second: ({ projects }) => texts.projectsOf(number(projects.length), projects.length),
        },
        {
          id: 'plan',
          head: texts.plan,
          cell: ({ plan: { status } }) => (
            <StatusWord status={status === 'active' ? 'done' : 'failed'}>
              {status === 'active' ? texts.planActive : texts.planInactive}
            </StatusWord>
          ),
        },
        {
          id: 'sends',
          head: texts.sends,
          cell: ({ plan }) => <PlanUse used={plan.sends_used} of={plan.whatsapp_sends} />,
        },
        {
          id: 'links',
          head: texts.links,
          cell: ({ plan }) => <PlanUse used={plan.links_used} of={plan.links} />,
        },
      ]}
      action={(organization) => (
        <Button
          small
          reason={reason}
          aria-label={texts.editOrganization(organization.name)}
          onPress={() => onEdit(organization)}
        >
          {texts.edit}
        </Button>
      )}
    />
  )
}

/** Returns the page where work in an organization begins. Operators set it up first. */
function beginningOf({ _id, role, projects: [first] }: MyOrganization): string {
  if (role === 'operator' || first === undefined) return paths.settings(_id)
  return paths.home({ organization: _id, project: first._id })
}
