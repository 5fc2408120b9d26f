import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type { Data } from '../api/operations.ts'
import { query } from '../api/queries.ts'
import { Loaded } from '../components/loaded.tsx'
import { MoreActions } from '../components/more-actions.tsx'
import { OpenRequest } from '../components/open-request.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { nameOf, namedOf } from '../components/person-name.tsx'
import { PersonTimeline } from '../components/person-timeline.tsx'
import { useExport } from '../components/use-export.tsx'
import { When } from '../components/when.tsx'
import { formatPhone } from '../format/phone.ts'
import { CallPerson } from '../forms/call-person.tsx'
import { ErasePerson } from '../forms/erase-person.tsx'
import { AddOptOut, EndOptOut } from '../forms/opt-out.tsx'
import { PersonMerges } from '../forms/person-merges.tsx'
import { OpenTicket } from '../forms/ticket.tsx'
import { useCallRequest } from '../hooks/use-call-request.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { CopyId } from '../ui/copy-id.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Facts, Section } from '../ui/section.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './page.module.css'

type Person = Data<'getCustomerProfile'>

/** `…/people/{id}`: who somebody is, and all that happened with them. */
export function PersonPage() {
  const { peopleCalled: texts, doNotCall: listTexts, common } = useMessages('peopleCalled', 'doNotCall')
  const { ids, place } = usePlace()
  const { id = '' } = useParams()
  const person = useQuery(query('getCustomerProfile', { ...ids, customer_profile_id: id }, { live: true }))
  if (person.data === undefined)
    return (
      <>
        <PageHeader title={texts.person} crumbs={[{ label: texts.title, href: paths.peopleCalled(place) }]} />
        <Loaded query={person} skeleton={<Skeleton label={common.loading} rows={8} columns={2} />}>
          {() => null}
        </Loaded>
      </>
    )
  return (
    <>
      <Head person={person.data} />
      <Loaded query={person}>
        {(data) => (
          <div className={styles.columns}>
            <div className={styles.column}>
              <Section title={texts.timeline}>
                <PersonTimeline personId={data._id} />
              </Section>
            </div>
            <div className={styles.column}>
              <Limits person={data} />
              <Section title={texts.about}>
                <Identities person={data} />
              </Section>
              <Section title={listTexts.onPerson}>
                <DoNotCall person={data} />
              </Section>
              <Section title={texts.optOuts}>
                <OptOuts person={data} />
              </Section>
              <Section title={texts.properties}>
                <Properties person={data} />
              </Section>
              <PersonMerges personId={data._id} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  )
}

function Head({ person }: { person: Person }) {
  const { peopleCalled: texts, tickets } = useMessages('peopleCalled', 'tickets')
  const { ids, place, zone } = usePlace()
  const { number } = useFormats(zone)
  const exporting = useExport('exportCustomerProfile', { ...ids, customer_profile_id: person._id })
  const who = nameOf(namedOf(person))
  const { _id, call_count, chat_count, last_interaction_at, open_tickets, opt_outs } = person
  const barred = opt_outs.find(({ scope }) => scope === 'all')
  return (
    <>
      <PageHeader
        crumbs={[{ label: texts.title, href: paths.peopleCalled(place) }, { label: <bdi>{who}</bdi> }]}
        title={<bdi>{who}</bdi>}
        tabTitle={who}
        lead={
          <>
            {texts.contacts(
              <bdi>{number(call_count)}</bdi>,
              call_count,
              <bdi>{number(chat_count)}</bdi>,
              chat_count,
            )}{' '}
            {last_interaction_at !== null && texts.lastContact(<When at={last_interaction_at} zone={zone} />)}{' '}
            {open_tickets > 0 && (
              <Link href={`${paths.tickets(place)}?search=${encodeURIComponent(person.display_id)}`}>
                {texts.openTickets(<bdi>{number(open_tickets)}</bdi>, open_tickets)}
              </Link>
            )}{' '}
            {barred !== undefined && texts.isOptedOut(<When at={barred.since} zone={zone} />)}
          </>
        }
        id={{ name: 'customer_profile_id', value: _id }}
        actions={
          <Actions
            key={_id}
            {...{ person, who, barred }}
            newTicket={tickets.new}
            onExport={exporting.link.onSave}
          />
        }
      />
      {exporting.fault}
    </>
  )
}

interface ActionsProps {
  person: Person
  who: string
  newTicket: string
  /** The opt-out from all messages. */
  barred: Person['opt_outs'][number] | undefined
  onExport: () => void
}

function Actions({ person, who, newTicket, barred, onExport }: ActionsProps) {
  const { peopleCalled: texts } = useMessages('peopleCalled')
  const { ids, place, role } = usePlace()
  const params = { ...ids, customer_profile_id: person._id }
  const [dialog, setDialog] = useState<'call' | 'ticket' | 'opt-out' | 'opt-in' | 'erase' | null>(null)
  const close = () => setDialog(null)
  const requested = useCallRequest()
  const roleReason = useRoleReason(role, 'editor')
  const eraseReason = useRoleReason(role, 'admin')
  const limitOf = (action: string): string | null => {
    const limit = person.limits.find((one) => one.action === action)
    return limit === undefined ? null : (texts.limits[action]?.[limit.reason] ?? null)
  }
  const [phone] = person.phone_numbers
  const { whatsapp_address: address } = person
  return (
    <>
      <Button reason={roleReason ?? limitOf('call')} onPress={() => setDialog('call')}>
        {texts.call}
      </Button>
      {address !== null && (
        <Link kind="button" href={paths.sendTo(place, address)}>
          {texts.send}
        </Link>
      )}
      <MoreActions
        actions={[
          { label: newTicket, reason: roleReason, onChoose: () => setDialog('ticket') },
          {
            label: barred === undefined ? texts.optOut : texts.optIn,
            reason: roleReason ?? limitOf('message'),
            // As it is now: what others do meanwhile takes nothing away that is typed.
            onChoose: () => setDialog(barred === undefined ? 'opt-out' : 'opt-in'),
          },
          {
            label: texts.exportAll,
            reason: roleReason,
            onChoose: onExport,
          },
          { label: texts.eraseOpen, reason: eraseReason, onChoose: () => setDialog('erase') },
        ]}
        curl={{ operation: 'getCustomerProfile', params }}
      />
      {dialog === 'erase' && <ErasePerson personId={person._id} who={who} onClose={close} />}
      {dialog === 'call' && phone !== undefined && (
        <CallPerson
          number={phone.normalized}
          name={person.name}
          who={who}
          requested={requested}
          onClose={close}
        />
      )}
      {dialog === 'ticket' && <OpenTicket personId={person._id} who={who} onClose={close} />}
      {dialog === 'opt-out' && address !== null && <AddOptOut number={address} onClose={close} />}
      {dialog === 'opt-in' && address !== null && (
        <EndOptOut number={address} isOwn={barred?.source === 'message'} onClose={close} />
      )}
      <OpenRequest of="call" isOpen={requested.isPending || requested.open !== null} />
    </>
  )
}

/** What can't be done for the person and why; nothing where everything can. */
function Limits({ person }: { person: Person }) {
  const { peopleCalled: texts } = useMessages('peopleCalled')
  if (person.limits.length === 0) return null
  const canWrite = person.limits.every(({ action }) => action !== 'message')
  const isHidden = person.limits.some(({ reason }) => reason !== 'do_not_call')
  return (
    <Section title={texts.heads.limits}>
      <ul className={styles.limits}>
        {person.limits.map(({ action, reason }) => (
          <li key={action}>{texts.limits[action]?.[reason]}</li>
        ))}
      </ul>
      {isHidden && (
        <p className={styles.more}>
          {texts.limitsNext} {canWrite && texts.canWrite}
        </p>
      )}
    </Section>
  )
}

function Identities({ person }: { person: Person }) {
  const { peopleCalled: texts } = useMessages('peopleCalled')
  const { zone } = usePlace()
  const { facts: names } = texts
  const { name, display_id, phone_numbers, emails, channel_identities, username, created_at } = person
  const others = channel_identities.filter(
    ({ channel_type, identity_key }) => channel_type !== 'voice' && !identity_key.startsWith('+'),
  )
  const facts: { name: string; value: ReactNode }[] = [
    { name: names.name, value: name === null ? texts.unknownName : <bdi>{name}</bdi> },
    ...phone_numbers.map(({ normalized }) => ({
      name: names.number,
      value: <bdi dir="ltr">{formatPhone(normalized)}</bdi>,
    })),
    ...(phone_numbers.length === 0
      ? [{ name: names.number, value: others.length > 0 ? texts.hiddenNumber : texts.noNumber }]
      : []),
    ...(username === null ? [] : [{ name: names.username, value: <bdi dir="ltr">{`@${username}`}</bdi> }]),
    ...others.map(({ channel_type, identity_key }) => ({
      name: names[channel_type as 'whatsapp'],
      value: <CopyId value={identity_key} label={names[channel_type as 'whatsapp']} />,
    })),
    ...emails.map(({ value }) => ({ name: names.email, value: <bdi>{value}</bdi> })),
    { name: names.displayId, value: <CopyId value={display_id} label={texts.displayId} /> },
    { name: names.firstSeen, value: <When at={created_at} zone={zone} /> },
  ]
  return <Facts facts={facts} />
}

/** Which of their numbers nobody of the organization may call. */
function DoNotCall({ person: { do_not_call } }: { person: Person }) {
  const { doNotCall: texts } = useMessages('doNotCall')
  const { place, zone } = usePlace()
  if (do_not_call.length === 0) return <Empty>{texts.mayCall}</Empty>
  return (
    <>
      <ul className={styles.limits}>
        {do_not_call.map(({ number, source, since, why, until }) => (
          <li key={number}>
            {texts.notCalled(
              <bdi dir="ltr">{formatPhone(number ?? '')}</bdi>,
              texts.sources[source] ?? source,
              <When at={since} zone={zone} />,
            )}{' '}
            {until !== null && texts.until(<When at={until} zone={zone} />)}
            {why !== null && (
              <div dir="auto" data-stored="">
                {why}
              </div>
            )}
          </li>
        ))}
      </ul>
      <Link href={paths.doNotCall(place.organization)}>{texts.toList}</Link>
    </>
  )
}

function OptOuts({ person: { opt_outs } }: { person: Person }) {
  const { peopleCalled: texts } = useMessages('peopleCalled')
  const { zone } = usePlace()
  if (opt_outs.length === 0) return <Empty>{texts.noOptOut}</Empty>
  return (
    <Facts
      facts={opt_outs.map(({ scope, source, since, why }) => ({
        name: texts.scopes[scope],
        value: (
          <>
            {texts.optOutSince(texts.sources[source] ?? source, <When at={since} zone={zone} />)}
            {why !== null && <div>{texts.optOutWhy(<span data-stored="">{why}</span>)}</div>}
          </>
        ),
      }))}
    />
  )
}

function Properties({ person: { properties } }: { person: Person }) {
  const { peopleCalled: texts } = useMessages('peopleCalled')
  const entries = Object.entries(properties)
  if (entries.length === 0) return <Empty>{texts.noProperties}</Empty>
  return (
    <Facts
      facts={entries.map(([name, value]) => ({
        name: <bdi>{name}</bdi>,
        value: <bdi>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>,
      }))}
    />
  )
}
