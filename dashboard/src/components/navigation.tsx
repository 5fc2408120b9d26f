import { useQueryClient } from '@tanstack/react-query'
import { AlignLeft, Ellipsis, Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { NavLink, useLocation, useNavigate } from 'react-router'
import { call } from '../api/client.ts'
import { asApiError } from '../api/errors.ts'
import { comma } from '../format/comma.ts'
import { zoneName } from '../format/instant.ts'
import { formatNumber } from '../format/number.ts'
import { askToLeave, askedToLeave } from '../hooks/use-leave-guard.ts'
import { useMe, useOrganizations, useOrganizationsCount } from '../hooks/use-me.ts'
import { useMessages, useRefusals } from '../messages/use-messages.ts'
import type { Messages, MessagesOf } from '../messages/use-messages.ts'
import { paths, referenceAddress } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import type { MenuGroup } from '../ui/menu.tsx'
import { useToast } from '../ui/toast.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { Logo } from './logo.tsx'
import type { CurrentPlace } from './use-current-place.ts'
import { useInboxCount } from './use-inbox-count.ts'
import { useUnderWay } from './use-under-way.ts'
import styles from './navigation.module.css'

interface NavigationProps {
  current: CurrentPlace | null
}

interface Entry {
  label: string
  href: string
  /** Only this address, not those below it. */
  isExact?: boolean
  /** How many there are now, and the sentence that says so; null: none, or not known. */
  count?: { shown: string; said: string } | null
}

interface Counts {
  underWay: Entry['count']
  inbox: Entry['count']
}

/** Returns how many calls are under way, and how many conversations wait for a person or have one. */
function useCounts(current: CurrentPlace | null): Counts {
  const { shell, locale } = useMessages('shell')
  const place = current?.place ?? null
  const countOf = (number: number, say: (shown: string, number: number) => string): Entry['count'] => {
    const shown = formatNumber(number, locale)
    return number === 0 ? null : { shown, said: say(shown, number) }
  }
  return {
    underWay: countOf(useUnderWay(place)?.under_way ?? 0, shell.underWay),
    inbox: countOf(useInboxCount(place), shell.inboxCount),
  }
}

/** The places of both bars, in groups. */
function entriesOf(
  { shell }: MessagesOf<'shell'>,
  current: CurrentPlace | null,
  isOperator: boolean,
  { underWay, inbox }: Counts,
): Entry[][] {
  const ofOperators = isOperator
    ? [
        { label: shell.organizations, href: paths.organizations() },
        { label: shell.health, href: paths.health() },
      ]
    : []
  if (current === null) return [ofOperators].filter(({ length }) => length > 0)
  const { place, organization } = current
  const inOrganization = [
    { label: shell.peopleAndRoles, href: paths.peopleAndRoles(organization._id) },
    { label: shell.doNotCall, href: paths.doNotCall(organization._id) },
    { label: shell.changes, href: paths.changes(organization._id) },
    { label: shell.guards, href: paths.guards(organization._id) },
    { label: shell.settings, href: paths.settings(organization._id) },
    ...ofOperators,
  ]
  if (place === null) return [inOrganization]
  return [
    [
      { label: shell.home, href: paths.home(place), isExact: true },
      { label: shell.live, href: paths.live(place), count: underWay },
      { label: shell.analytics, href: paths.analytics(place) },
    ],
    [
      { label: shell.campaigns, href: paths.campaigns(place) },
      { label: shell.workflows, href: paths.workflows(place) },
      { label: shell.agents, href: paths.agents(place) },
    ],
    [
      { label: shell.broadcasts, href: paths.broadcasts(place) },
      { label: shell.templates, href: paths.templates(place) },
      { label: shell.optOuts, href: paths.optOuts(place) },
    ],
    [
      { label: shell.conversations, href: paths.conversations(place) },
      { label: shell.inbox, href: paths.inbox(place), count: inbox },
      { label: shell.peopleCalled, href: paths.peopleCalled(place) },
      { label: shell.tickets, href: paths.tickets(place) },
      { label: shell.knowledge, href: paths.knowledge(place) },
    ],
    [
      { label: shell.carriers, href: paths.carriers(place) },
      { label: shell.models, href: paths.models(place) },
      { label: shell.senders, href: paths.senders(place) },
      { label: shell.keys, href: paths.keys(place) },
      { label: shell.webhooks, href: paths.webhooks(place) },
      { label: shell.events, href: paths.events(place) },
    ],
    inOrganization,
  ]
}

/** The side bar, from 1,024 px. */
export function SideBar({ current, onKeys }: NavigationProps & { onKeys: () => void }) {
  const messages = useMessages('shell')
  const { shell, common } = messages
  const { is_operator } = useMe()
  const counts = useCounts(current)
  const { pathname } = useLocation()
  const places = useRef<HTMLElement>(null)
  useEffect(() => {
    places.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another address marks another link
  }, [pathname])
  return (
    <div className={styles.side}>
      <div className={styles.brand}>
        <Logo />
        <b>{common.product}</b>
      </div>
      {current !== null && <Switcher current={current} />}
      <nav ref={places} aria-label={shell.navigation} className={styles.places}>
        {entriesOf(messages, current, is_operator, counts).map((entries) => (
          <ul key={entries[0]?.href} className={styles.group}>
            {entries.map(({ label, href, isExact = false, count: now = null }) => (
              <li key={href}>
                <NavLink to={href} end={isExact} className={styles.place}>
                  <Jack />
                  {label}
                  {now !== null && <Count {...now} />}
                </NavLink>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <div className={styles.foot}>
        <AccountMenu current={current} />
        <Button kind="word" small onPress={onKeys}>
          {shell.keysLabel} <kbd className={styles.key}>?</kbd>
        </Button>
      </div>
    </div>
  )
}

/** How many there are now, at the end of a place of the side bar, or after a word of the bar at the bottom. */
function Count({ shown, said }: NonNullable<Entry['count']>) {
  return (
    <>
      <bdi className={styles.count} aria-hidden="true">
        {shown}
      </bdi>
      <VisuallyHidden>{said}</VisuallyHidden>
    </>
  )
}

/** The ring before each place; CSS plugs the one where the reader is. */
function Jack() {
  return (
    <svg className={styles.jack} viewBox="0 0 8 8" width="8" height="8" aria-hidden="true">
      <circle cx="4" cy="4" r="3" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  )
}

/** Organization and project of the page; a menu leads to the others. */
function Switcher({ current }: { current: CurrentPlace }) {
  const { shell, locale } = useMessages('shell')
  const organizations = useOrganizations(current.organization._id)
  const all = useAllOrganizations(organizations.length)
  const groups: MenuGroup[] = organizations.map((organization) => ({
    heading: organization.name,
    entries: organization.projects.map((project) => ({
      id: project._id,
      label: <bdi>{project.name}</bdi>,
      text: project.name,
      detail: shell.time(zoneName(project.timezone)),
      href: paths.home({ organization: organization._id, project: project._id }),
      isCurrent: project._id === current.project?._id,
    })),
  }))
  return (
    <div className={styles.switcher}>
      <Menu
        label={shell.switcher}
        groups={[all, ...groups].filter(({ entries }) => entries.length > 0)}
        trigger={
          <Button kind="word" aria-label={`${shell.switcher}: ${current.organization.name}`}>
            <span className={styles.current}>
              <bdi className={styles.organization}>{current.organization.name}</bdi>
              {current.project !== null && (
                <span className={styles.project}>
                  <bdi>{current.project.name}</bdi>
                  {comma(locale)}
                  {shell.time(zoneName(current.project.timezone))}
                </span>
              )}
            </span>
          </Button>
        }
      />
    </div>
  )
}

/** Where a menu has not all organizations: the way to the list of all. */
function useAllOrganizations(shown: number): MenuGroup {
  const { shell, locale } = useMessages('shell')
  const count = useOrganizationsCount()
  const label = shell.allOrganizations(formatNumber(count, locale))
  return { entries: count > shown ? [{ id: 'all', label, href: paths.organizations() }] : [] }
}

function AccountMenu({ current }: NavigationProps) {
  const { shell } = useMessages('shell')
  const { name } = useMe()
  const choose = useAccountActions(current)
  return (
    <Menu
      label={shell.me}
      groups={[{ entries: accountEntries(shell) }]}
      onChoose={choose}
      trigger={
        <Button kind="word">
          <bdi>{name}</bdi>
        </Button>
      }
    />
  )
}

function accountEntries(shell: Messages['shell']) {
  return [
    { id: 'me', label: shell.me, href: paths.me() },
    { id: 'reference', label: shell.reference },
    { id: 'sign-out', label: shell.signOut },
  ]
}

function useAccountActions(current: CurrentPlace | null): (id: string) => void {
  const { shell } = useMessages('shell')
  const refusals = useRefusals()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const toast = useToast()
  const signOut = async (): Promise<void> => {
    // Once the session has ended, nothing can be saved any more.
    if (!(await askToLeave())) return
    try {
      await call('signOut', {}, { asksToSignIn: false })
    } catch (error) {
      const { code, message } = asApiError(error)
      if (code !== 'sign_in_needed') {
        const reason = refusals[code]?.what ?? <span data-stored="">{message}</span>
        toast({ about: 'sign out', status: 'failed', text: shell.signOutFailed(reason) })
        return
      }
    }
    await navigate(paths.signIn(), { state: askedToLeave })
    queries.clear()
  }
  return (id) => {
    if (id === 'reference')
      location.assign(referenceAddress(current?.organization._id, current?.project?._id))
    if (id === 'sign-out') void signOut()
  }
}

/** A word with how many there are now behind it. */
function Counted({ count = null, children }: { count?: Entry['count']; children: string }) {
  return (
    <span className={styles.counted}>
      {children}
      {count !== null && <Count {...count} />}
    </span>
  )
}

/** The bar at the bottom, below 1,024 px. */
export function BottomBar({ current, onFind }: NavigationProps & { onFind: () => void }) {
  const messages = useMessages('shell')
  const { shell } = messages
  const place = current?.place ?? null
  const { pathname } = useLocation()
  const choose = useAccountActions(current)
  const counts = useCounts(current)
  const { underWay, inbox } = counts
  const groups = entriesOf(messages, current, useMe().is_operator, counts)
  const organizations = useOrganizations(current?.organization._id)
  const all = useAllOrganizations(organizations.length)
  const direct = place === null ? [] : [paths.live(place), paths.campaigns(place)]
  const more: MenuGroup[] = [
    ...groups.map((entries) => ({
      entries: entries.map(({ label, href, count }) => ({
        id: href,
        label: <Counted count={count}>{label}</Counted>,
        text: label,
        href,
        isCurrent: pathname === href,
      })),
    })),
    all,
    ...(organizations.flatMap(({ projects }) => projects).length > 1
      ? organizations.map(({ _id, name, projects }) => ({
          heading: name,
          entries: projects.map((project) => ({
            id: project._id,
            label: project.name,
            href: paths.home({ organization: _id, project: project._id }),
          })),
        }))
      : []),
    { entries: accountEntries(shell) },
  ]
  return (
    <nav aria-label={shell.navigation} className={styles.bottom}>
      {place !== null && (
        <NavLink to={paths.live(place)} className={styles.slot}>
          <Logo />
          <Counted count={underWay}>{shell.live}</Counted>
        </NavLink>
      )}
      {current !== null && (
        <button type="button" className={styles.slot} onClick={onFind}>
          <Search size={18} strokeWidth={1.5} aria-hidden="true" />
          {shell.find}
        </button>
      )}
      {place !== null && (
        <NavLink to={paths.campaigns(place)} className={styles.slot}>
          <AlignLeft size={18} strokeWidth={1.75} aria-hidden="true" />
          {shell.campaigns}
        </NavLink>
      )}
      <Menu
        wide
        label={shell.more}
        groups={more.filter(({ entries }) => entries.length > 0)}
        onChoose={choose}
        trigger={
          <Button kind="word" aria-label={`${shell.more}${inbox?.said ?? ''}`}>
            <span
              className={direct.some((href) => pathname.startsWith(href)) ? styles.slot : styles.slotHere}
            >
              <Ellipsis size={18} strokeWidth={1.75} aria-hidden="true" />
              <Counted count={inbox}>{shell.more}</Counted>
            </span>
          </Button>
        }
      />
    </nav>
  )
}
