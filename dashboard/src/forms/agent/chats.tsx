import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { allPagesQuery } from '../../api/all-pages.ts'
import { usePlace } from '../../hooks/use-place.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Select } from '../../ui/select.tsx'
import type { AgentPartProps, Chats } from './values.ts'

const first: Chats = { broadcast: '', gather_seconds: 2.5, after_window: null }

/** How an agent answers chats on WhatsApp. */
export function ChatFields({ values: { whatsapp }, set, faultAt }: AgentPartProps) {
  const { agentForm: texts } = useMessages('agentForm')
  const { ids } = usePlace()
  // Ticked again, the box brings back what it hid.
  const last = useRef(first)
  const { data } = useQuery(allPagesQuery('listBroadcasts', ids))
  const broadcasts = data?.items ?? []
  const choices = broadcasts.map(({ name, sender }) => ({
    value: name,
    label: texts.broadcastOf(name, sender),
  }))
  return (
    <>
      <Checkbox
        label={texts.answersChats}
        hint={texts.answersChatsHint}
        checked={whatsapp !== null}
        onChange={({ target }) => {
          if (whatsapp !== null) last.current = whatsapp
          set('whatsapp', target.checked ? last.current : null)
        }}
        fault={whatsapp === null ? faultAt('whatsapp') : undefined}
      />
      {whatsapp !== null && (
        <>
          <Select
            label={texts.broadcast}
            choices={[{ value: '', label: texts.chooseBroadcast }, ...choices]}
            value={whatsapp.broadcast}
            onChange={({ target }) => set('whatsapp', { ...whatsapp, broadcast: target.value })}
            fault={faultAt('whatsapp.broadcast')}
          />
          <NumberField
            label={texts.gather}
            hint={texts.gatherHint}
            unit={texts.seconds}
            value={whatsapp.gather_seconds}
            onChange={(gather_seconds) => set('whatsapp', { ...whatsapp, gather_seconds })}
            fault={faultAt('whatsapp.gather_seconds')}
          />
          <Select
            label={texts.afterWindow}
            hint={texts.afterWindowHint}
            choices={[{ value: '', label: texts.noBroadcast }, ...choices]}
            value={whatsapp.after_window ?? ''}
            onChange={({ target }) =>
              set('whatsapp', { ...whatsapp, after_window: target.value === '' ? null : target.value })
            }
            fault={faultAt('whatsapp.after_window')}
          />
        </>
      )}
    </>
  )
}
