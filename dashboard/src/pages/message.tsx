import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { Data } from '../api/operations.ts'
import { query } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { Loaded } from '../components/loaded.tsx'
import { LoadingDialog } from '../components/loading-dialog.tsx'
import { capital, FailureReason, shortId } from '../components/message-lines.tsx'
import { MessagePreview } from '../components/message-preview.tsx'
import { OpenRequest } from '../components/open-request.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { nameOfRecipient } from '../components/recipient.tsx'
import { SettleMessage } from '../components/settle-message.tsx'
import { statusOf } from '../components/status-badge.tsx'
import { When } from '../components/when.tsx'
import { zoneName } from '../format/instant.ts'
import { formatYamlDocument } from '../format/yaml.ts'
import { SendMessage } from '../forms/send-message.tsx'
import { useSend } from '../forms/use-send.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Code } from '../ui/code.tsx'
import { CopyId } from '../ui/copy-id.tsx'
import { Link } from '../ui/link.tsx'
import { Facts, Section } from '../ui/section.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import styles from './message.module.css'

type WholeMessage = Data<'getProjectMessage'>

/** `…/messages/{id}`: the state of a message, why it failed and what to do, and what it was sent again as. */
export function MessagePage() {
  const { message: texts, broadcasts } = useMessages('message', 'broadcasts')
  const { ids, place } = usePlace()
  const { message: id = '' } = useParams()
  const message = useQuery(query('getProjectMessage', { ...ids, message_id: id }, { live: true }))
  if (message.data === undefined)
    return (
      <>
        <PageHeader
          title={texts.missing}
          crumbs={[{ label: broadcasts.title, href: paths.broadcasts(place) }]}
        />
        <Loaded query={message}>{() => null}</Loaded>
      </>
    )
  return (
    <>
      <Head key={id} message={message.data} />
      <Loaded query={message}>{(data) => <Body message={data} />}</Loaded>
    </>
  )
}

function Head({ message }: { message: WholeMessage }) {
  const { message: texts, broadcasts } = useMessages('message', 'broadcasts')
  const { ids, place, zone, role } = usePlace()
  const formats = useFormats(zone)
  const [asked, ask] = useState<'again' | 'settle' | null>(null)
  const sending = useSend()
  const reason = useRoleReason(role, 'editor')
  const { status, broadcast_id, broadcast_name } = message
  const name = nameOfRecipient(message)
  const who = message.customer_name ?? name
  const at = <bdi>{formats.instant(message.status_since, { seconds: true })}</bdi>
  const broadcast = useQuery({
    ...query('getBroadcast', { ...ids, broadcast_id }),
    enabled: asked === 'again',
  })
  return (
    <>
      <PageHeader
        crumbs={[
          { label: broadcasts.title, href: paths.broadcasts(place) },
          { label: <bdi>{broadcast_name}</bdi>, href: paths.broadcast(place, broadcast_id) },
          { label: <bdi>{name}</bdi> },
        ]}
        title={texts.titles[status]?.(<bdi>{who}</bdi>, at) ?? <bdi>{who}</bdi>}
        tabTitle={texts.tab(name)}
        status={statusOf(status)}
        lead={<Lead message={message} />}
        actions={
          <>
            <AsCurl operation="getProjectMessage" params={{ ...ids, message_id: message._id }} />
            {status === 'failed' && message.resent_as === null && (
              <Button kind="main" reason={reason} onPress={() => ask('again')}>
                {broadcasts.again}
              </Button>
            )}
            {status === 'unresolved' && (
              <Button kind="main" reason={reason} onPress={() => ask('settle')}>
                {texts.settle}
              </Button>
            )}
          </>
        }
      />
      {asked === 'again' &&
        (broadcast.data === undefined ? (
          <LoadingDialog title={texts.send.againTitle(name)} query={broadcast} onClose={() => ask(null)} />
        ) : (
          <SendMessage
            sending={sending}
            broadcast={broadcast.data}
            resent={{ id: message._id, who: name }}
            onClose={() => ask(null)}
          />
        ))}
      {asked === 'settle' && <SettleMessage messageId={message._id} onClose={() => ask(null)} />}
      <OpenRequest of="message" isOpen={sending.open !== null} />
    </>
  )
}

/** Why, what to do, and the messages that it is linked with. */
function Lead({ message }: { message: WholeMessage }) {
  const { message: texts, broadcasts } = useMessages('message', 'broadcasts')
  const { place } = usePlace()
  const { error, status, resend_of, resent_as, resend_of_status, resent_as_status } = message
  const linked = (id: string) => (
    <Link href={paths.message(place, id)}>
      <bdi>{shortId(id)}</bdi>
    </Link>
  )
  const stateOf = (state: string | null) => (state === null ? '' : (broadcasts.states[state] ?? state))
  return (
    <>
      {error !== null && (
        <p>
          {texts.reason(
            <span>
              <FailureReason code={error.code} reason={error.reason} />
              {error.code !== null && <> ({broadcasts.code(<bdi>{error.code}</bdi>)})</>}
            </span>,
          )}
          {resent_as === null && broadcasts.adviceOf(error.code, error.about)}
        </p>
      )}
      {texts.advice[status] !== undefined && <p>{texts.advice[status]}</p>}
      {resent_as !== null && <p>{texts.resentAs(linked(resent_as), stateOf(resent_as_status))}</p>}
      {resend_of !== null && <p>{texts.resendOf(linked(resend_of), stateOf(resend_of_status))}</p>}
    </>
  )
}

function Body({ message }: { message: WholeMessage }) {
  const { message: texts, broadcasts } = useMessages('message', 'broadcasts')
  const { zone, place } = usePlace()
  const { preview, conversation_id, settled } = message
  const isHidden = !message.to.startsWith('+')
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <Section title={texts.statuses} aside={texts.statusesAside(<bdi>{zoneName(zone)}</bdi>)}>
          <Statuses message={message} />
        </Section>
        <Section title={texts.about}>
          <Facts
            facts={[
              {
                name: texts.facts.broadcast,
                value: (
                  <Link href={paths.broadcast(place, message.broadcast_id)}>
                    <bdi>{message.broadcast_name}</bdi>
                  </Link>
                ),
              },
              {
                name: texts.facts.who,
                value: (
                  <>
                    <bdi>{nameOfRecipient(message)}</bdi>
                    {isHidden ? (
                      <p className={styles.note}>{broadcasts.hiddenWhy}</p>
                    ) : (
                      message.customer_name !== null && (
                        <>
                          {' '}
                          <bdi>{message.customer_name}</bdi>
                        </>
                      )
                    )}
                  </>
                ),
              },
              { name: texts.facts.type, value: texts.type(message.type) },
              { name: texts.facts.sent, value: <When at={message.created_at} zone={zone} seconds /> },
              { name: texts.facts.cost, value: broadcasts.costs[message.send] },
              ...(settled === null
                ? []
                : [
                    { name: texts.facts.settled, value: <bdi>{settled.by}</bdi> },
                    { name: texts.facts.why, value: <span data-stored="">{settled.why}</span> },
                  ]),
            ]}
          />
        </Section>
        <Section title={texts.request}>
          <Code text={formatYamlDocument(message.request)} label={texts.request} />
        </Section>
      </div>
      <div className={styles.column}>
        <Section
          title={texts.bubble}
          aside={
            conversation_id === null ? undefined : (
              <Link small href={paths.conversation(place, conversation_id)}>
                {texts.toConversation}
              </Link>
            )
          }
        >
          {preview === null ? (
            <p className={styles.note}>{texts.noPreview}</p>
          ) : (
            <MessagePreview preview={preview} />
          )}
        </Section>
        <Section title={texts.ids}>
          <Facts facts={idsOf(message)} />
        </Section>
      </div>
    </div>
  )
}

function Statuses({ message }: { message: WholeMessage }) {
  const { message: texts } = useMessages('message')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  return (
    <ol className={styles.statuses}>
      {message.statuses.map(({ status, at, error }) => (
        <li key={status}>
          <bdi className={styles.time}>{`${formats.day(at)}, ${formats.millisecond(at)}`}</bdi>
          <StatusMark status={statusOf(status)} />
          <span>
            {texts.reports[status] ?? status}
            {error !== null && (
              <span className={styles.fault}>
                <FailureReason code={error.code} reason={capital(error.reason)} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

function idsOf(message: WholeMessage) {
  const id = (name: string, value: string | null) =>
    value === null ? [] : [{ name: <bdi>{name}</bdi>, value: <CopyId value={value} label={name} /> }]
  return [
    ...id('message_id', message._id),
    ...id('broadcast_id', message.broadcast_id),
    ...id('provider_message_id', message.provider_message_id),
    ...id('conversation_id', message.conversation_id),
    ...id('customer_profile_id', message.customer_profile_id),
    ...id('resend_of', message.resend_of),
    ...(message.to.startsWith('+') ? [] : id('to', message.to)),
  ]
}
