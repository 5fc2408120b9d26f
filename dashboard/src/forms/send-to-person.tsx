import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConfiguredBroadcast } from '../api/generated.ts'
import { query } from '../api/queries.ts'
import { Loaded } from '../components/loaded.tsx'
import { formatPhone } from '../format/phone.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { Select } from '../ui/select.tsx'
import { SendMessage } from './send-message.tsx'
import type { Send } from './use-send.ts'

/** The most broadcasts to choose from, the newest first. */
const choicesMax = 100

export interface SendToPersonProps {
  sending: Send
  /** A number, or the id of somebody on WhatsApp who hides it. */
  to: string
  onClose: () => void
}

/** Writes to a person: asks with which broadcast, then opens the form that sends, filled with the recipient. */
export function SendToPerson({ sending, to, onClose }: SendToPersonProps) {
  const { broadcasts: texts, common } = useMessages('broadcasts')
  const { ids, role } = usePlace()
  const reason = useRoleReason(role, 'editor')
  const broadcasts = useQuery(query('listBroadcasts', { ...ids, limit: choicesMax, skip: 0 }))
  const items = broadcasts.data?.items ?? []
  const [chosen, choose] = useState<string | null>(null)
  /** The one that was chosen, as it was then: a newer one may have become the first of the list since. */
  const [sent, sendWith] = useState<ConfiguredBroadcast | null>(null)
  const broadcast = items.find(({ _id }) => _id === chosen) ?? items[0]
  if (sent !== null) return <SendMessage sending={sending} broadcast={sent} to={to} onClose={onClose} />
  return (
    <Dialog
      title={texts.toTitle(to.startsWith('+') ? formatPhone(to) : to)}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          {broadcast !== undefined && (
            <Button kind="main" reason={reason} onPress={() => sendWith(broadcast)}>
              {texts.toNext}
            </Button>
          )}
        </>
      }
    >
      <Loaded query={broadcasts}>
        {() =>
          broadcast === undefined ? (
            <Empty next={texts.emptyNext}>{texts.empty}</Empty>
          ) : (
            <Select
              label={texts.toBroadcast}
              hint={broadcast.template === null ? texts.toFreeForm : texts.toTemplate(broadcast.template)}
              value={broadcast._id}
              choices={items.map(({ _id, name }) => ({ value: _id, label: name }))}
              onChange={({ target }) => choose(target.value)}
            />
          )
        }
      </Loaded>
    </Dialog>
  )
}
