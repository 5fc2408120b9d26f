import type { ReactNode } from 'react'
import type { ConfiguredBroadcast } from '../api/generated.ts'
import type { Data } from '../api/operations.ts'
import { formatPhone } from '../format/phone.ts'
import { useMessages } from '../messages/use-messages.ts'
import { PhoneBubble } from '../ui/phone-bubble.tsx'
import type { BubbleHeader, BubblePiece } from '../ui/phone-bubble.tsx'

export type Preview = NonNullable<Data<'checkWhatsappMessage'>['preview']>

export interface MessagePreviewProps {
  preview: Preview
  /** Who it comes from. */
  from?: ReactNode
  number?: ReactNode
}

/** Returns who a broadcast's messages come from. */
export function senderOf({ sender, sender_state }: ConfiguredBroadcast) {
  return {
    from: <bdi>{sender}</bdi>,
    number: <bdi dir="ltr">{formatPhone(sender_state.display_phone_number)}</bdi>,
  }
}

/** What a person sees of a message; what variables became is marked. */
export function MessagePreview({ preview, ...sender }: MessagePreviewProps) {
  const { message: texts, templates } = useMessages('message', 'templates')
  return (
    <PhoneBubble
      {...sender}
      label={texts.bubble}
      header={headerOf(preview.header, templates.headers)}
      body={preview.body.map(pieceOf)}
      footer={preview.footer}
      buttons={preview.buttons.map((label) => ({ kind: 'other', label }))}
    />
  )
}

const mediaKinds = ['image', 'video', 'document', 'location'] as const

/** Media come as their kind alone. */
function headerOf(
  header: Preview['header'],
  names: Record<(typeof mediaKinds)[number], string>,
): BubbleHeader | null {
  const [first] = header
  if (first === undefined) return null
  const kind = mediaKinds.find((one) => header.length === 1 && first.variable === null && one === first.text)
  return kind === undefined ? { kind: 'text', pieces: header.map(pieceOf) } : { kind, label: names[kind] }
}

function pieceOf({ text, variable }: Preview['body'][number]): BubblePiece {
  return variable === null ? text : { name: variable, value: text }
}
