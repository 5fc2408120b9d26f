import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { Data } from '../api/operations.ts'
import { query } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { Loaded } from '../components/loaded.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { TemplateBubble } from '../components/template-bubble.tsx'
import { templateMarks } from '../components/template-state.tsx'
import { SyncTemplates } from '../components/template-sync.tsx'
import { TroubleDetails } from '../components/template-trouble.tsx'
import { When } from '../components/when.tsx'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Link } from '../ui/link.tsx'
import { Facts, Section } from '../ui/section.tsx'
import { StatusWord } from '../ui/status-mark.tsx'
import { Table } from '../ui/table.tsx'
import styles from './page.module.css'
import own from './template.module.css'

type Template = Data<'getWhatsappTemplate'>

/**
 * `…/templates/{id}`: a template as people see it in each language, its state with WhatsApp's reason, and what uses it.
 */
export function TemplatePage() {
  const { templates: texts } = useMessages('templates')
  const { ids } = usePlace()
  const { template: id = '' } = useParams()
  const found = useQuery(query('getWhatsappTemplate', { ...ids, template_id: id }, { live: true }))
  return (
    <>
      {found.data === undefined && <PageHeader title={texts.title} />}
      <Loaded query={found}>{(template) => <OneTemplate template={template} />}</Loaded>
    </>
  )
}

function OneTemplate({ template }: { template: Template }) {
  const { templates: texts } = useMessages('templates')
  const { ids, place, zone } = usePlace()
  const { status, status_since: since, status_until: until } = template
  return (
    <>
      <PageHeader
        crumbs={[{ label: texts.title, href: paths.templates(place) }, { label: <bdi>{template.name}</bdi> }]}
        title={<bdi>{template.name}</bdi>}
        tabTitle={template.name}
        status={templateMarks[status]}
        lead={
          <>
            {texts.states[status]}
            {status !== 'approved' && since !== null && texts.trouble.since(<When at={since} zone={zone} />)}
            {until !== null && texts.trouble.until(<When at={until} zone={zone} />)}
          </>
        }
        id={{ name: texts.idName, value: template._id }}
        actions={
          <>
            <AsCurl operation="getWhatsappTemplate" params={{ ...ids, template_id: template._id }} />
            <SyncTemplates senderId={template.whatsapp_sender_id} />
          </>
        }
      />
      <div className={styles.columns}>
        <div className={styles.column}>
          {status !== 'approved' && status !== 'pending' && <Why template={template} />}
          <Section title={texts.broadcasts}>
            {template.broadcasts.length === 0 ? (
              <p className={styles.more}>{texts.noBroadcasts}</p>
            ) : (
              <Broadcasts template={template} />
            )}
          </Section>
          <About template={template} />
        </div>
        <div className={styles.column}>
          <Section title={texts.languages}>
            <ul className={own.bubbles}>
              {template.languages.map((one) => (
                <li key={one._id} className={own.language}>
                  <div className={own.head}>
                    {one._id === template._id ? (
                      <code dir="ltr">{one.language}</code>
                    ) : (
                      <Link href={paths.template(place, one._id)}>
                        <code dir="ltr">{one.language}</code>
                      </Link>
                    )}
                    <StatusWord status={templateMarks[one.status]}>{texts.statuses[one.status]}</StatusWord>
                  </div>
                  <TemplateBubble template={one} from={<bdi>{one.sender_name}</bdi>} />
                </li>
              ))}
            </ul>
          </Section>
        </div>
      </div>
    </>
  )
}

/** Why WhatsApp stopped it, and what to do. */
function Why({ template }: { template: Template }) {
  const { templates: texts } = useMessages('templates')
  const { status, status_reason: reason, status_explanation: explanation, status_until: until } = template
  const known = reason === null ? undefined : texts.reasons[reason]
  const advice = status === 'paused' ? (until === null ? texts.pausedUntilLifted : texts.pausedUntil) : null
  return (
    <Section title={texts.why}>
      <div className={own.why}>
        {reason === null && explanation === null && <p>{texts.whyNothing}</p>}
        {known !== undefined && <p>{known}</p>}
        {explanation !== null && (
          <p dir="auto" data-stored="">
            {explanation}
          </p>
        )}
        {reason !== null && (
          <p className={styles.more}>
            <code dir="ltr">{reason}</code>
          </p>
        )}
        {advice !== null && <p className={styles.more}>{advice}</p>}
      </div>
    </Section>
  )
}

function Broadcasts({ template }: { template: Template }) {
  const { templates: texts } = useMessages('templates')
  const { place, zone } = usePlace()
  const { number } = useFormats(zone)
  const languageOf = new Map(template.languages.map(({ _id, language }) => [_id, language]))
  return (
    <Table
      label={texts.broadcasts}
      rows={template.broadcasts}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'name',
          head: texts.broadcast,
          cell: ({ _id, name }) => (
            <Link href={paths.broadcast(place, _id)}>
              <bdi>{name}</bdi>
            </Link>
          ),
          second: ({ whatsapp_template_id }) =>
            template.languages.length > 1 &&
            texts.ofLanguage(<code dir="ltr">{languageOf.get(whatsapp_template_id)}</code>),
        },
        {
          id: 'wrong',
          head: texts.wrong,
          cell: ({ troubles: [trouble] }) =>
            trouble === undefined ? (
              texts.nothingWrong
            ) : (
              <StatusWord status={trouble.code === 'template_pending' ? 'waits' : 'failed'}>
                {texts.trouble.short[trouble.code]}
              </StatusWord>
            ),
          second: ({ troubles: [trouble] }) =>
            trouble === undefined ? null : (
              <>
                {texts.trouble.what[trouble.code]}
                <TroubleDetails trouble={trouble} />
              </>
            ),
        },
        {
          id: 'day',
          head: texts.ofDay,
          align: 'end',
          narrow: true,
          cell: ({ messages_of_day }) => number(messages_of_day),
        },
        {
          id: 'last',
          head: texts.lastMessage,
          cell: ({ last_at }) => (last_at === null ? texts.noMessage : <When at={last_at} zone={zone} />),
        },
      ]}
    />
  )
}

function About({ template }: { template: Template }) {
  const { templates: texts } = useMessages('templates')
  const { place, zone } = usePlace()
  const { variables, unsendable, quality, read_at, read_fault } = template
  return (
    <Section title={texts.name}>
      {read_fault !== null && (
        <p className={styles.more}>{texts.readFault(<span data-stored="">{read_fault}</span>)}</p>
      )}
      <Facts
        facts={[
          {
            name: texts.sender,
            value: (
              <Link href={paths.sender(place, template.whatsapp_sender_id)}>
                <bdi>{template.sender_name}</bdi>
              </Link>
            ),
          },
          { name: texts.category, value: texts.categories[template.category] },
          ...(quality === null
            ? []
            : [{ name: texts.quality, value: texts.qualities[quality] ?? <bdi>{quality}</bdi> }]),
          {
            name: texts.variables,
            value:
              variables === null ? (
                <>
                  {texts.unsendable}: <span data-stored="">{unsendable}</span>
                </>
              ) : variables.length === 0 ? (
                texts.noVariables
              ) : (
                <code dir="ltr">{variables.join(', ')}</code>
              ),
          },
          {
            name: texts.read,
            value: read_at === null ? texts.readNever : <When at={read_at} zone={zone} />,
          },
        ]}
      />
    </Section>
  )
}
