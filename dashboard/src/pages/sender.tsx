import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type { ConfiguredWhatsappSender } from '../api/generated.ts'
import { query } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { Loaded } from '../components/loaded.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { CheckSender } from '../components/sender-check.tsx'
import { SenderStanding, senderMarks } from '../components/sender-standing.tsx'
import { SyncTemplates } from '../components/template-sync.tsx'
import { WebhookSteps } from '../components/webhook-steps.tsx'
import { When } from '../components/when.tsx'
import { comma } from '../format/comma.ts'
import { formatPhone } from '../format/phone.ts'
import { SenderForm } from '../forms/edit-sender.tsx'
import { NewVerifyWord, ReplaceSecret } from '../forms/sender-secret.tsx'
import type { SecretName } from '../forms/sender-secret.tsx'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths, withQuery } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { Facts, Section } from '../ui/section.tsx'
import styles from './page.module.css'

interface SenderProps {
  sender: ConfiguredWhatsappSender
}

/** `…/senders/{id}`: how a sender stands, what WhatsApp says of it, and the steps that connect it. */
export function SenderPage() {
  const { senders: texts } = useMessages('senders')
  const { ids } = usePlace()
  const { sender: id = '' } = useParams()
  const found = useQuery(query('getWhatsappSender', { ...ids, whatsapp_sender_id: id }, { live: true }))
  return (
    <>
      {found.data === undefined && <PageHeader title={texts.title} />}
      <Loaded query={found}>{(sender) => <Sender sender={sender} />}</Loaded>
    </>
  )
}

type Asked = 'edit' | 'word' | SecretName

function Sender({ sender }: SenderProps) {
  const { senders: texts } = useMessages('senders')
  const { ids, place, role } = usePlace()
  const [asked, ask] = useState<Asked | null>(null)
  const reason = useRoleReason(role, 'admin')
  const close = () => ask(null)
  return (
    <>
      <PageHeader
        crumbs={[{ label: texts.title, href: paths.senders(place) }, { label: <bdi>{sender.name}</bdi> }]}
        title={<bdi>{sender.name}</bdi>}
        tabTitle={sender.name}
        status={senderMarks[sender.standing.code]}
        lead={<SenderStanding standing={sender.standing} />}
        id={{ name: texts.idName, value: sender._id }}
        actions={
          <>
            <AsCurl operation="getWhatsappSender" params={{ ...ids, whatsapp_sender_id: sender._id }} />
            <Button reason={reason} onPress={() => ask('edit')}>
              {texts.edit}
            </Button>
            <CheckSender sender={sender} />
          </>
        }
      />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Checked sender={sender} />
          <LastReports sender={sender} />
          <Templates sender={sender} />
          <Secrets sender={sender} reason={reason} onReplace={ask} />
        </div>
        <div className={styles.column}>
          <Section title={texts.webhook}>
            <WebhookSteps sender={sender} reason={reason} onNewWord={() => ask('word')} />
          </Section>
        </div>
      </div>
      {asked === 'edit' && <SenderForm sender={sender} onClose={close} />}
      {asked === 'word' && <NewVerifyWord sender={sender} onClose={close} />}
      {asked !== null && asked !== 'edit' && asked !== 'word' && (
        <ReplaceSecret sender={sender} secret={asked} onClose={close} />
      )}
    </>
  )
}

/** WhatsApp's answer to the newest check. */
function Checked({ sender: { check_result: check, checked_at } }: SenderProps) {
  const { senders: texts, locale } = useMessages('senders')
  const { zone } = usePlace()
  const at = checked_at === null ? null : <When at={checked_at} zone={zone} />
  if (check === null || at === null)
    return (
      <Section title={texts.checkAt}>
        <p className={styles.more}>{texts.checkNone}</p>
      </Section>
    )
  if (check.kind !== 'found')
    return (
      <Section title={texts.checkAt}>
        <Facts
          facts={[
            { name: texts.checkedAt, value: at },
            {
              name: texts.lastFault,
              value: (
                <span data-stored="">
                  {check.reason} {check.code !== null && check.code !== '' && <code>{check.code}</code>}
                </span>
              ),
            },
          ]}
        />
      </Section>
    )
  const word = (known: Record<string, string>, value: string | null): ReactNode =>
    value === null ? texts.unsaid : (known[value] ?? <bdi>{value}</bdi>)
  return (
    <Section title={texts.checkAt}>
      <Facts
        facts={[
          { name: texts.numberState, value: word(texts.numberStates, check.status) },
          { name: texts.quality, value: word(texts.qualities, check.quality) },
          {
            name: texts.shownName,
            value: (
              <>
                <bdi>{check.verified_name}</bdi>
                {comma(locale)}
                {word(texts.nameStates, check.name_status)}
              </>
            ),
          },
          { name: texts.throughput, value: word(texts.throughputs, check.throughput) },
          { name: texts.limit, value: word(texts.limits, check.messaging_limit) },
          { name: texts.health, value: word(texts.healths, check.health) },
          { name: texts.checkedAt, value: at },
        ]}
      />
    </Section>
  )
}

/** The number, its rate limit, and WhatsApp's last webhook, fault and notice. */
function LastReports({ sender }: SenderProps) {
  const { senders: texts } = useMessages('senders')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  const { last_fault: fault, last_webhook_at, notice } = sender
  return (
    <Section title={texts.lastReports}>
      <Facts
        facts={[
          { name: texts.number, value: <bdi dir="ltr">{formatPhone(sender.display_phone_number)}</bdi> },
          { name: texts.messagesPerSecond, value: formats.number(sender.messages_per_second) },
          {
            name: texts.lastWebhook,
            value: last_webhook_at === null ? texts.never : <When at={last_webhook_at} zone={zone} seconds />,
          },
          {
            name: texts.lastFault,
            value:
              fault === null ? (
                texts.noFault
              ) : (
                <>
                  <When at={fault.at} zone={zone} />
                  {': '}
                  <span data-stored="">
                    {fault.reason} <code>{fault.code}</code>
                  </span>
                </>
              ),
          },
          ...(notice === null
            ? []
            : [
                {
                  name: texts.notice,
                  value: (
                    <>
                      <When at={notice.at} zone={zone} />{' '}
                      <code dir="ltr">
                        {[notice.event ?? notice.field, notice.limit].filter((one) => one !== null).join(' ')}
                      </code>
                    </>
                  ),
                },
              ]),
          {
            name: texts.numberId,
            value: <code dir="ltr">{sender.phone_number_id}</code>,
          },
          {
            name: texts.account,
            value: <code dir="ltr">{sender.business_account_id}</code>,
          },
        ]}
      />
    </Section>
  )
}

function Templates({ sender }: SenderProps) {
  const { senders: texts } = useMessages('senders')
  const { place, zone } = usePlace()
  const { templates_read_at: at, templates_fault: fault } = sender
  return (
    <Section title={texts.templates} aside={<SyncTemplates senderId={sender._id} small />}>
      <Facts
        facts={[
          { name: texts.templatesRead, value: at === null ? texts.never : <When at={at} zone={zone} /> },
          ...(fault === null
            ? []
            : [{ name: texts.templatesFault, value: <span data-stored="">{fault}</span> }]),
          {
            name: texts.templates,
            value: (
              <Link href={withQuery(paths.templates(place), { sender: sender._id })}>
                {texts.toTemplates}
              </Link>
            ),
          },
        ]}
      />
    </Section>
  )
}

interface SecretsProps extends SenderProps {
  reason: string | null
  onReplace: (secret: SecretName) => void
}

/** The secrets: when each was set, and what replaces it. Their values are shown nowhere. */
function Secrets({ sender, reason, onReplace }: SecretsProps) {
  const { senders: texts } = useMessages('senders')
  const { zone } = usePlace()
  const rows = [
    { name: 'access_token', label: texts.accessToken, at: sender.access_token_set_at },
    { name: 'app_secret', label: texts.appSecret, at: sender.app_secret_set_at },
    { name: 'verify_token', label: texts.verifyWord, at: sender.verify_token_set_at },
  ] as const
  return (
    <Section title={texts.secrets}>
      <Facts
        facts={rows.map(({ name, label, at }) => ({
          name: label,
          value: (
            <span className={styles.secret}>
              <span>{at === null ? texts.secretUnknown : texts.secretSet(<When at={at} zone={zone} />)}</span>
              <Button
                small
                reason={reason}
                aria-label={texts.replaceLabel(label)}
                onPress={() => onReplace(name)}
              >
                {texts.replace}
              </Button>
            </span>
          ),
        }))}
      />
    </Section>
  )
}
