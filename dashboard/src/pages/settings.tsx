import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConfiguredOrganization, ConfiguredProject } from '../api/generated.ts'
import type { MyOrganization } from '../api/operations.ts'
import { listQuery, query } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { DeclarationSections } from '../components/declaration.tsx'
import { DemoCalls } from '../components/demo-calls.tsx'
import { NotFound } from '../components/error-page.tsx'
import { ListPages } from '../components/filter-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { LoadingDialog } from '../components/loading-dialog.tsx'
import { NotAllowed } from '../components/not-allowed.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { PlanUse } from '../components/plan-use.tsx'
import { ProjectTable } from '../components/project-table.tsx'
import { useCurrentPlace } from '../components/use-current-place.ts'
import { OrganizationForm } from '../forms/organization.tsx'
import { ProjectForm } from '../forms/project.tsx'
import { useList } from '../hooks/use-list.ts'
import { useOrganization } from '../hooks/use-place.ts'
import { useOrganizationReason, useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Facts, Section } from '../ui/section.tsx'
import { StatusWord } from '../ui/status-mark.tsx'
import styles from './page.module.css'

/** `/{organization}/settings`: plan, projects, and the declaration. */
export function SettingsPage() {
  const organization = useOrganization()
  return organization === null ? <NotFound /> : <Settings organization={organization} />
}

type Asked = 'organization' | { project: ConfiguredProject | null }

function Settings({ organization }: { organization: MyOrganization }) {
  const { settings: texts } = useMessages('settings')
  const { _id, role } = organization
  const ids = { organization_id: _id }
  const zone = useCurrentPlace()?.zone ?? 'UTC'
  const found = useQuery(query('getOrganization', ids, { live: true }))
  const list = useList()
  const projects = useQuery(listQuery('listProjects', { ...ids, ...list.paging }))
  const [asked, ask] = useState<Asked | null>(null)
  const adminReason = useRoleReason(role, 'admin')
  const newReason = useOrganizationReason(organization, 'admin')
  const ownerReason = useOrganizationReason(organization, 'owner')
  const close = () => ask(null)
  return (
    <>
      <PageHeader
        title={texts.title(organization.name)}
        lead={texts.lead}
        id={{ name: texts.organization, value: _id }}
        actions={
          <>
            <AsCurl operation="getOrganization" params={ids} />
            <Button reason={ownerReason} onPress={() => ask('organization')}>
              {role === 'operator' ? texts.changePlan : texts.rename}
            </Button>
          </>
        }
      />
      <div className={styles.column}>
        <Section title={texts.plan} aside={role === 'operator' ? undefined : texts.planBy}>
          <Loaded query={found}>{(record) => <Plan organization={record} />}</Loaded>
        </Section>
        <Section
          title={texts.projects}
          aside={
            <Button small reason={newReason} onPress={() => ask({ project: null })}>
              {texts.newProject}
            </Button>
          }
        >
          <Loaded query={projects} list={list}>
            {({ items, pagination }) =>
              items.length === 0 ? (
                <Empty next={texts.noProjectNext}>{texts.noProject}</Empty>
              ) : (
                <>
                  <ProjectTable
                    projects={items}
                    reason={adminReason}
                    zone={zone}
                    onEdit={(project) => ask({ project })}
                  />
                  <ListPages list={list} total={pagination.total} count={items.length} />
                </>
              )
            }
          </Loaded>
        </Section>
        {newReason === null ? (
          <DeclarationSections organization={organization} zone={zone} />
        ) : (
          <Section title={texts.declaration}>
            <NotAllowed organization={organization} needs="admin" />
          </Section>
        )}
        {organization.is_demo && (
          <Section title={texts.demo}>
            <div className={styles.stack}>
              <p>{texts.demoBody}</p>
              <DemoCalls organization={organization} />
            </div>
          </Section>
        )}
      </div>
      {asked === 'organization' &&
        (found.data === undefined ? (
          <LoadingDialog title={texts.editTitle(organization.name)} query={found} onClose={close} />
        ) : (
          <OrganizationForm organization={found.data} hasPlan={role === 'operator'} onClose={close} />
        ))}
      {asked !== null && asked !== 'organization' && (
        <ProjectForm organizationId={_id} project={asked.project} onClose={close} />
      )}
    </>
  )
}

function Plan({ organization: { plan, use } }: { organization: ConfiguredOrganization }) {
  const { settings: texts } = useMessages('settings')
  const isActive = plan.status === 'active'
  return (
    <Facts
      facts={[
        {
          name: texts.planStatus,
          value: (
            <StatusWord status={isActive ? 'done' : 'failed'}>
              {isActive ? texts.planActive : texts.planInactive}
            </StatusWord>
          ),
        },
        { name: texts.sends, value: <PlanUse used={use.sends_used} of={plan.whatsapp_sends} /> },
        { name: texts.links, value: <PlanUse used={use.links_used} of={plan.links} /> },
      ]}
    />
  )
}
