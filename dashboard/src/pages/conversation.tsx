import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type { Data } from '../api/operations.ts'
import { query } from '../api/queries.ts'
import { AgentTurns } from '../components/agent-turns.tsx'
import { AsCurl } from '../components/as-curl.tsx'
import { CallAdvice } from '../components/call-advice.tsx'
import { ConversationTranscript } from '../components/conversation-transcript.tsx'
import { LedConversation } from '../components/led-conversation.tsx'
import { Loaded } from '../components/loaded.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Handle, nameOf } from '../components/person-name.tsx'
import { statusOf } from '../components/status-badge.tsx'
import { When } from '../components/when.tsx'
import { formatPhone } from '../format/phone.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { CopyId } from '../ui/copy-id.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Facts, Section } from '../ui/section.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import styles from './call.module.css'

type Conversation = Data<'getConversation'>

/** `…/conversations/{id}`: what was said and written, with times. One that goes on grows by the line. */
export function ConversationPage() {
  const { conversations: texts, common } = useMessages('conversations')
  const { ids, place } = usePlace()
  const { id = '' } = useParams()
  const conversation = useQuery(query('getConversation', { ...ids, conversation_id: id }, { live: true }))
  if (conversation.data === undefined)
    return (
      <>
        <PageHeader title={texts.title} crumbs={[{ label: texts.title, href: paths.conversations(place) }]} />
        <Loaded query={conversation} skeleton={<Skeleton label={common.loading} rows={8} columns={2} />}>
          {() => null}
        </Loaded>
      </>
    )
  return (
    <>
      <Head conversation={conversation.data} />
      <Loaded query={conversation}>{(data) => <Body conversation={data} />}</Loaded>
    </>
  )
}

function Head({ conversation }: { conversation: Conversation }) {
  const { conversations: texts } = useMessages('conversations')
  const { ids, place, zone } = usePlace()
  const formats = useFormats(zone)
  const { _id, phone_number, customer, status, start_time, channel_type, call_id, duration_seconds } =
    conversation
  const known = customer ?? {
    name: null,
    phone_number,
    username: null,
    whatsapp_id: conversation.whatsapp_user_id,
  }
  const name = nameOf(known) || texts.noNumber
  const phone = phone_number === null ? name : formatPhone(phone_number)
  const who = <bdi>{name}</bdi>
  const channel = texts.channels[channel_type] ?? channel_type
  const at = <bdi>{formats.instant(start_time, { seconds: true })}</bdi>
  const isLive = conversation.end_time === null
  return (
    <PageHeader
      crumbs={[{ label: texts.title, href: paths.conversations(place) }, { label: <bdi>{phone}</bdi> }]}
      title={
        isLive ? texts.live(channel, who, at) : texts.over(channel, who, at, texts.statuses[status] ?? status)
      }
      tabTitle={texts.tab(phone)}
      status={statusOf(status)}
      lead={
        <>
          {duration_seconds === null
            ? null
            : duration_seconds === 0
              ? texts.notSpoken
              : texts.spoke(<bdi>{formats.duration(duration_seconds * 1_000)}</bdi>)}
          {call_id !== null && !isLive && (duration_seconds ?? 0) === 0 && <WhyNotSpoken callId={call_id} />}
        </>
      }
      id={{ name: 'conversation_id', value: _id }}
      actions={
        <>
          <AsCurl operation="getConversation" params={{ ...ids, conversation_id: _id }} />
          {call_id !== null && (
            <Link kind="button" href={paths.call(place, call_id)}>
              {texts.toCall}
            </Link>
          )}
        </>
      }
    />
  )
}

/** What kept the call from being answered, and what to do: the call knows it. */
function WhyNotSpoken({ callId }: { callId: string }) {
  const { ids } = usePlace()
  const call = useQuery(query('getProjectCall', { ...ids, campaign_queue_id: callId }))
  return (
    call.data !== undefined && (
      <>
        {' '}
        <CallAdvice call={call.data} />
      </>
    )
  )
}

function Body({ conversation }: { conversation: Conversation }) {
  const { conversations: texts, call, tickets } = useMessages('conversations', 'call', 'tickets')
  const { place } = usePlace()
  const isGrowing = conversation.status === 'live'
  return (
    <div className={styles.columns}>
      <div className={styles.side}>
        <Section title={texts.about}>
          <About conversation={conversation} />
        </Section>
        <Section title={texts.tickets}>
          {conversation.tickets.length === 0 ? (
            <Empty>{texts.noTickets}</Empty>
          ) : (
            <Facts
              facts={conversation.tickets.map((ticket) => ({
                name: tickets.statuses[ticket.status] ?? <bdi>{ticket.status}</bdi>,
                value: (
                  <Link href={paths.ticket(place, ticket._id, { isOpen: ticket.status === 'open' })}>
                    {ticket.subject === null ? tickets.noSubject : <bdi>{ticket.subject}</bdi>}
                  </Link>
                ),
              }))}
            />
          )}
        </Section>
      </div>
      <div className={styles.side}>
        <Section
          title={texts.transcript}
          aside={
            isGrowing ? (
              <span className={styles.live}>
                <StatusMark status="live" />
                {call.grows}
              </span>
            ) : undefined
          }
        >
          <ConversationTranscript conversation={conversation} />
        </Section>
        {/* A draft is for the customer of its conversation alone. */}
        <LedConversation
          key={conversation._id}
          conversationId={conversation._id}
          isOver={conversation.end_time !== null}
        />
        <AgentTurns conversationId={conversation._id} isOver={conversation.end_time !== null} />
      </div>
    </div>
  )
}

function About({ conversation }: { conversation: Conversation }) {
  const { conversations: texts } = useMessages('conversations')
  const { place, zone } = usePlace()
  const formats = useFormats(zone)
  const { facts: names } = texts
  const { campaign_id, campaign_name, customer_profile_id, customer, answered_at, end_time } = conversation
  const time = (at: string | null): ReactNode => at !== null && <When at={at} zone={zone} seconds />
  const facts: { name: string; value: ReactNode }[] = [
    { name: names.channel, value: texts.channels[conversation.channel_type] },
    { name: names.direction, value: texts.directions[conversation.conversation_type] },
    {
      name: names.campaign,
      value: campaign_id !== null && (
        <Link href={paths.campaign(place, campaign_id)}>
          <bdi>{campaign_name ?? campaign_id}</bdi>
        </Link>
      ),
    },
    {
      name: names.person,
      value: customer_profile_id !== null && (
        <>
          <Link href={paths.customerProfile(place, customer_profile_id)}>
            <bdi>{customer === null ? customer_profile_id : nameOf(customer)}</bdi>
          </Link>
          {customer !== null && (
            <div>
              <Handle person={customer} />
            </div>
          )}
          <div>
            <CopyId value={customer_profile_id} label={texts.personId} />
          </div>
        </>
      ),
    },
    { name: names.began, value: time(conversation.start_time) },
    { name: names.answered, value: time(answered_at) },
    { name: names.ended, value: time(end_time) },
    {
      name: names.length,
      value: conversation.duration_seconds !== null && (
        <bdi>{formats.duration(conversation.duration_seconds * 1_000)}</bdi>
      ),
    },
  ]
  return <Facts facts={facts.filter(({ value }) => value !== false && value !== undefined)} />
}
