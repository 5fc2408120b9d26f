import { useQuery } from '@tanstack/react-query'
import type { TemplateTrouble as Trouble } from '../api/generated.ts'
import { query } from '../api/queries.ts'
import { comma } from '../format/comma.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Banner } from '../ui/banner.tsx'
import { ButtonGroup } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { SyncTemplates } from './template-sync.tsx'
import { When } from './when.tsx'

/**
 * A banner over a broadcast whose template is paused, rejected, or does not match what it sends: what WhatsApp says,
 * since when, until when, and what to do. Nothing where all is well.
 */
export function TemplateTrouble({ broadcastId }: { broadcastId: string }) {
  const { templates: texts } = useMessages('templates')
  const { ids, place, zone } = usePlace()
  const { number } = useFormats(zone)
  const { data } = useQuery(
    query('getBroadcastTemplate', { ...ids, broadcast_id: broadcastId }, { live: true }),
  )
  const [trouble] = data?.troubles ?? []
  if (data?.template == null || trouble === undefined) return null
  const { template, messages_of_day } = data
  return (
    <Banner
      kind={trouble.code === 'template_pending' ? 'wait' : 'fail'}
      title={
        <>
          {texts.trouble.title[trouble.code](<bdi>{template.name}</bdi>)}
          <TroubleTimes trouble={trouble} />
        </>
      }
      action={
        <ButtonGroup>
          <SyncTemplates small senderId={template.whatsapp_sender_id} />
          <Link kind="button" small href={paths.template(place, template._id)}>
            {texts.trouble.look}
          </Link>
        </ButtonGroup>
      }
    >
      {texts.trouble.what[trouble.code]}
      <TroubleDetails trouble={trouble} />
      {messages_of_day > 0 && texts.trouble.ofDay(number(messages_of_day))}
    </Banner>
  )
}

/** Since when and until when. */
function TroubleTimes({ trouble: { since, until } }: { trouble: Trouble }) {
  const { templates: texts } = useMessages('templates')
  const { zone } = usePlace()
  return (
    <>
      {since !== null && texts.trouble.since(<When at={since} zone={zone} />)}
      {until !== null && texts.trouble.until(<When at={until} zone={zone} />)}
    </>
  )
}

/** What WhatsApp says, and the values that don't fit. */
export function TroubleDetails({ trouble }: { trouble: Trouble }) {
  const { templates: texts, locale } = useMessages('templates')
  const { reason, whatsapp_code: code, missing, unknown, count } = trouble
  const known = code === null ? undefined : texts.reasons[code]
  const explained = known ?? (reason === null ? null : <span data-stored="">{reason}</span>)
  const codeShown = known === undefined && code !== null ? <code dir="ltr">{code}</code> : null
  return (
    <>
      {(explained !== null || codeShown !== null) &&
        texts.trouble.says(
          <>
            {explained}
            {explained !== null && codeShown !== null && comma(locale)}
            {codeShown}
          </>,
        )}
      {missing.length > 0 && texts.trouble.missing(<code dir="ltr">{missing.join(', ')}</code>)}
      {unknown.length > 0 && texts.trouble.unknown(<code dir="ltr">{unknown.join(', ')}</code>)}
      {count > 0 && texts.trouble.count(count)}
    </>
  )
}
