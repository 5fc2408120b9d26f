import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { ConfiguredBroadcast } from '../api/generated.ts'
import type { Data } from '../api/operations.ts'
import { query } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { BroadcastMessages, statusTabs } from '../components/broadcast-messages.tsx'
import type { Asked, StatusTab } from '../components/broadcast-messages.tsx'
import { Loaded } from '../components/loaded.tsx'
import { MessagePreview, senderOf } from '../components/message-preview.tsx'
import { OpenRequest } from '../components/open-request.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { nameOfRecipient } from '../components/recipient.tsx'
import { RecordHead } from '../components/record-head.tsx'
import { SettleMessage } from '../components/settle-message.tsx'
import { StatusBadge, statusOf } from '../components/status-badge.tsx'
import { TemplateTrouble } from '../components/template-trouble.tsx'
import { When } from '../components/when.tsx'
import { formatPhone } from '../format/phone.ts'
import { SendMessage } from '../forms/send-message.tsx'
import { useSend } from '../forms/use-send.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { useList } from '../hooks/use-list.ts'
import type { List } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { loadAreas } from '../messages/areas.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { ShareBar } from '../ui/bar-chart.tsx'
import { Button } from '../ui/button.tsx'
import { CopyId } from '../ui/copy-id.tsx'
import { Link } from '../ui/link.tsx'
import { Facts, Section } from '../ui/section.tsx'
import { Tabs } from '../ui/tabs.tsx'
import styles from './broadcast.module.css'

/** With its texts: without them, its dialog would be hidden again for as long as they take. */
const BroadcastForm = lazy(async () => {
  const [{ BroadcastForm: Form }] = await Promise.all([
    import('../forms/edit-broadcast.tsx'),
    loadAreas(['forms', 'effects']),
  ])
  return { default: Form }
})

type Figures = Data<'getBroadcastFigures'>

/** `…/broadcasts/{id}`: its messages by status, why those that failed did, and the form that sends one. */
export function BroadcastPage() {
  const { broadcasts: texts } = useMessages('broadcasts')
  const { ids, place } = usePlace()
  const { broadcast: id = '' } = useParams()
  const broadcast = useQuery(query('getBroadcast', { ...ids, broadcast_id: id }, { live: true }))
  const figures = useQuery(query('getBroadcastFigures', { ...ids, broadcast_id: id }, { live: true }))
  return (
    <>
      {broadcast.data === undefined && (
        <RecordHead kind="broadcast" list={texts.title} href={paths.broadcasts(place)} />
      )}
      <Loaded query={broadcast}>
        {(data) => <Broadcast key={id} broadcast={data} figures={figures.data ?? null} />}
      </Loaded>
    </>
  )
}

function Broadcast({ broadcast, figures }: { broadcast: ConfiguredBroadcast; figures: Figures | null }) {
  const { broadcasts: texts } = useMessages('broadcasts')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  const [asked, ask] = useState<Asked>(null)
  const sending = useSend()
  const list = useList({ filters: ['status', 'code', 'to'] })
  const chosen = statusTabs.find((one) => one === list.filters['status'])
  const counts = figures?.counts ?? broadcast.counts
  const href = (status: StatusTab | undefined) => list.hrefWith({ status, code: undefined })
  return (
    <>
      <Head broadcast={broadcast} figures={figures} />
      <TemplateTrouble broadcastId={broadcast._id} />
      <Tabs
        label={texts.tabStatus}
        chosen={chosen ?? 'all'}
        tabs={[
          { id: 'all', label: texts.all, href: href(undefined), count: formats.number(counts.total) },
          ...statusTabs.map((status) => ({
            id: status,
            label: texts.statuses[status],
            href: href(status),
            count: formats.number(counts[status]),
            status: statusOf(status),
          })),
        ]}
      />
      <div className={styles.columns}>
        <div className={styles.column}>
          {chosen === 'failed' && figures !== null && figures.failures.length > 0 && (
            <Reasons figures={figures} list={list} />
          )}
          <BroadcastMessages broadcast={broadcast} list={list} status={chosen} onAsk={ask} />
        </div>
        <div className={styles.side}>
          <About broadcast={broadcast} figures={figures} />
        </div>
      </div>
      {asked?.kind === 'again' && (
        <SendMessage
          sending={sending}
          broadcast={broadcast}
          resent={{ id: asked.message._id, who: nameOfRecipient(asked.message) }}
          onClose={() => ask(null)}
        />
      )}
      {asked?.kind === 'settle' && <SettleMessage messageId={asked.message._id} onClose={() => ask(null)} />}
      <OpenRequest of="message" isOpen={sending.open !== null} />
    </>
  )
}

function Head({ broadcast, figures }: { broadcast: ConfiguredBroadcast; figures: Figures | null }) {
  const { broadcasts: texts } = useMessages('broadcasts')
  const { ids, place, role } = usePlace()
  const [search, setSearch] = useSearchParams()
  const [isEditing, edit] = useState(false)
  const sending = useSend()
  const reason = useRoleReason(role, 'editor')
  const isSending = search.get('send') === 'one'
  const setSending = (isOn: boolean) =>
    setSearch(
      (before) => {
        if (isOn) before.set('send', 'one')
        else before.delete('send')
        return before
      },
      { replace: true },
    )
  return (
    <>
      <PageHeader
        crumbs={[
          { label: texts.title, href: paths.broadcasts(place) },
          { label: <bdi>{broadcast.name}</bdi> },
        ]}
        title={<bdi>{broadcast.name}</bdi>}
        tabTitle={broadcast.name}
        lead={<Lead broadcast={broadcast} figures={figures} />}
        actions={
          <>
            <AsCurl
              operation="sendWhatsappMessage"
              params={{ ...ids, broadcast_id: broadcast._id, body: sampleOf(broadcast) }}
              auth="project"
            />
            <Button reason={reason} onPress={() => edit(true)}>
              {texts.edit}
            </Button>
            <Button kind="main" reason={reason} onPress={() => setSending(true)}>
              {texts.send}
            </Button>
          </>
        }
      />
      <Suspense>{isEditing && <BroadcastForm broadcast={broadcast} onClose={() => edit(false)} />}</Suspense>
      {isSending && <SendMessage sending={sending} broadcast={broadcast} onClose={() => setSending(false)} />}
      <OpenRequest of="message" isOpen={sending.open !== null} />
    </>
  )
}

/** Returns the body of a send under a broadcast, with a value for each variable. */
function sampleOf({ template_state: template }: ConfiguredBroadcast) {
  const to = '+14155550100'
  if (template === null) return { to, type: 'text', payload: { body: 'Hello' } }
  const { header, body } = template.preview
  const names = [...header, ...body].flatMap(({ variable }) => (variable === null ? [] : [variable]))
  return { to, data: Object.fromEntries(names.map((name) => [name, '…'])) }
}

function Lead({ broadcast, figures }: { broadcast: ConfiguredBroadcast; figures: Figures | null }) {
  const { broadcasts: texts } = useMessages('broadcasts')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  const { sender_state: sender } = broadcast
  const counts = figures?.counts ?? broadcast.counts
  const since = figures?.first_message_at ?? null
  const figure = (count: number) => <b>{formats.number(count)}</b>
  return (
    <>
      {counts.total === 0
        ? texts.neverSent
        : since !== null &&
          texts.standing(figure(counts.total), counts.total, <bdi>{formats.day(since)}</bdi>)}
      {counts.failed + counts.unresolved > 0 &&
        texts.standingFailed(
          figure(counts.failed),
          counts.unresolved === 0 ? null : figure(counts.unresolved),
        )}
      {sender.status !== 'connected' && texts.disconnected}
    </>
  )
}

/** Why messages failed; each reason filters the list below. */
function Reasons({ figures, list }: { figures: Figures; list: List }) {
  const { broadcasts: texts } = useMessages('broadcasts')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  const most = Math.max(...figures.failures.map(({ messages }) => messages))
  return (
    <ul className={styles.reasons} aria-label={texts.reasons}>
      {figures.failures.map(({ code, reason, about, messages }) => {
        const short = code === null ? texts.reasonNone : texts.reasonsShort[code]
        const value = code ?? 'none'
        const isChosen = list.filters['code'] === value
        return (
          <li key={value} className={styles.reason}>
            <bdi className={styles.count}>{formats.number(messages)}</bdi>
            <span>
              <Link
                href={list.hrefWith({ code: isChosen ? undefined : value })}
                {...(isChosen && { 'aria-current': 'true' as const })}
              >
                {short ?? <span data-stored="">{reason ?? code}</span>}
              </Link>
            </span>
            <ShareBar share={messages / most} />
            <span className={styles.advice}>{texts.adviceOf(code, about)}</span>
            {code === null ? <span /> : <code className={styles.code}>{code}</code>}
          </li>
        )
      })}
    </ul>
  )
}

function About({ broadcast, figures }: { broadcast: ConfiguredBroadcast; figures: Figures | null }) {
  const { broadcasts: texts } = useMessages('broadcasts')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  const { sender_state: sender, template_state: template } = broadcast
  const facts = [
    {
      name: texts.facts.sender,
      value: (
        <>
          <bdi>{broadcast.sender}</bdi>{' '}
          {sender.status !== 'connected' && (
            <StatusBadge state={sender.status}>{texts.senderStates[sender.status]}</StatusBadge>
          )}
        </>
      ),
    },
    { name: texts.facts.number, value: <bdi dir="ltr">{formatPhone(sender.display_phone_number)}</bdi> },
    {
      name: texts.facts.template,
      value:
        template === null ? texts.freeForm : <bdi>{`${broadcast.template ?? ''}, ${template.language}`}</bdi>,
    },
    ...(template === null
      ? []
      : [
          { name: texts.facts.category, value: texts.categories[template.category] ?? template.category },
          { name: texts.facts.since, value: <When at={template.updated_at} zone={zone} /> },
        ]),
    ...(figures === null
      ? []
      : [{ name: texts.facts.cost, value: <bdi>{formats.number(figures.sends.consumed)}</bdi> }]),
    { name: <bdi>{texts.idName}</bdi>, value: <CopyId value={broadcast._id} label={texts.idName} /> },
  ]
  return (
    <Section
      title={texts.message}
      aside={
        template === null ? undefined : (
          <StatusBadge state={template.status}>{texts.templateStates[template.status]}</StatusBadge>
        )
      }
    >
      <div className={styles.about}>
        {template !== null && (
          <div className={styles.bubble}>
            <MessagePreview preview={template.preview} {...senderOf(broadcast)} />
            <p className={styles.note}>{texts.unnamedVariables}</p>
          </div>
        )}
        <Facts facts={facts} />
      </div>
    </Section>
  )
}
