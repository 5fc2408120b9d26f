import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MyOrganization } from '../api/operations.ts'
import { listQuery } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { NotFound } from '../components/error-page.tsx'
import { ListPages } from '../components/filter-bar.tsx'
import { Loaded } from '../components/loaded.tsx'
import { NotAllowed } from '../components/not-allowed.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { useCurrentPlace } from '../components/use-current-place.ts'
import { When } from '../components/when.tsx'
import { comma } from '../format/comma.ts'
import {
  ChangeRole,
  EndSecondFactor,
  EndSessions,
  Invitation,
  NewPersonLink,
  RemovePerson,
} from '../forms/invitation.tsx'
import type { Person } from '../forms/invitation.tsx'
import { useList } from '../hooks/use-list.ts'
import { useMe } from '../hooks/use-me.ts'
import { includesRole, managesRole, useOrganization } from '../hooks/use-place.ts'
import { coversOrganization } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { Table } from '../ui/table.tsx'
import styles from './page.module.css'

type Action = 'role' | 'link' | 'second-factor' | 'sessions' | 'remove'

/** `/{organization}/people-and-roles`: who may do what. */
export function PeopleAndRolesPage() {
  const { people: texts } = useMessages('people')
  const organization = useOrganization()
  if (organization === null) return <NotFound />
  if (includesRole(organization.role, 'admin') && coversOrganization(organization))
    return <People organization={organization} />
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead(organization.name)} />
      <NotAllowed organization={organization} needs="admin" />
    </>
  )
}

function People({ organization }: { organization: MyOrganization }) {
  const { people: texts } = useMessages('people')
  const zone = useCurrentPlace()?.zone ?? 'UTC'
  const list = useList()
  const params = { organization_id: organization._id, limit: list.paging.limit, skip: list.paging.skip }
  const people = useQuery(listQuery('listPeople', params))
  const [dialog, setDialog] = useState<'invite' | { action: Action; person: Person } | null>(null)
  const close = () => setDialog(null)
  const shared = { organization, zone, onClose: close }
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead(organization.name)}
        actions={
          <>
            <AsCurl operation="listPeople" params={params} />
            <Button kind="main" onPress={() => setDialog('invite')}>
              {texts.invite}
            </Button>
          </>
        }
      />
      <Loaded query={people} list={list}>
        {({ items, pagination }) => (
          <>
            <PeopleTable
              people={items}
              organization={organization}
              zone={zone}
              onAsk={(person, action) => setDialog({ person, action })}
            />
            {pagination.total === 1 && <p className={`${styles.more} ${styles.note}`}>{texts.noneNext}</p>}
            <ListPages list={list} total={pagination.total} count={items.length} />
          </>
        )}
      </Loaded>
      {dialog === 'invite' && <Invitation {...shared} />}
      {dialog !== null && dialog !== 'invite' && (
        <>
          {dialog.action === 'role' && <ChangeRole {...shared} person={dialog.person} />}
          {dialog.action === 'link' && <NewPersonLink {...shared} person={dialog.person} />}
          {dialog.action === 'sessions' && <EndSessions {...shared} person={dialog.person} />}
          {dialog.action === 'second-factor' && <EndSecondFactor {...shared} person={dialog.person} />}
          {dialog.action === 'remove' && <RemovePerson {...shared} person={dialog.person} />}
        </>
      )}
    </>
  )
}

interface PeopleTableProps {
  people: readonly Person[]
  organization: MyOrganization
  zone: string
  onAsk: (person: Person, action: Action) => void
}

function PeopleTable({ people, organization, zone, onAsk }: PeopleTableProps) {
  const { people: texts, secondFactor, common, locale } = useMessages('people', 'secondFactor')
  const me = useMe()
  const reasonFor = ({ role }: Person): string | null =>
    managesRole(organization.role, role) ? null : common.notAllowed(common.roles.owner)
  const nameOf = new Map(organization.projects.map(({ _id, name }) => [_id, name]))
  return (
    <Table
      label={texts.title}
      rows={people}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'person',
          head: texts.person,
          cell: ({ _id, name }) => (
            <>
              <bdi>{name}</bdi>
              {_id === me._id && <> ({texts.you})</>}
            </>
          ),
          second: ({ email }) => <bdi>{email}</bdi>,
        },
        {
          id: 'role',
          head: texts.role,
          cell: ({ role }) => common.roles[role],
          second: ({ is_operator, role }) => (is_operator ? texts.operator : texts.roleMeans[role]),
        },
        {
          id: 'projects',
          head: texts.projects,
          cell: ({ project_ids }) =>
            project_ids === null
              ? texts.allOf
              : project_ids.map((id) => nameOf.get(id) ?? id).join(comma(locale)) || common.none,
        },
        {
          id: 'seen',
          head: texts.lastSeen,
          cell: ({ seen_at }) => (seen_at === null ? texts.neverSeen : <When at={seen_at} zone={zone} />),
          second: ({ has_password, second_factor_since }) => {
            if (!has_password) return texts.invited
            return second_factor_since === null ? secondFactor.hasNone : secondFactor.has
          },
        },
      ]}
      action={(person) => (
        <div className={styles.words}>
          <Button
            small
            aria-label={texts.changeLabel(person.name)}
            reason={reasonFor(person)}
            onPress={() => onAsk(person, 'role')}
          >
            {texts.change}
          </Button>
          <Menu
            label={texts.moreOf(person.name)}
            onChoose={(id) => onAsk(person, id as Action)}
            groups={[
              {
                entries: [
                  { id: 'link', label: texts.link },
                  { id: 'sessions', label: texts.endSessions },
                  ...(person.second_factor_since === null
                    ? []
                    : [{ id: 'second-factor', label: secondFactor.endOf }]),
                  { id: 'remove', label: texts.remove },
                ].map((entry) => ({ ...entry, reason: reasonFor(person) })),
              },
            ]}
            trigger={
              <Button small aria-label={texts.moreOf(person.name)}>
                {texts.more}
              </Button>
            }
          />
        </div>
      )}
    />
  )
}
