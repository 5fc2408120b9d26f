import type { Data } from '../api/operations.ts'
import { formatTime } from '../format/instant.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Empty } from '../ui/empty.tsx'
import { Transcript } from '../ui/transcript.tsx'

export interface ConversationTranscriptProps {
  conversation: Pick<Data<'getConversation'>, 'transcript' | 'status' | 'channel_type'>
}

/** What was said and written, with the time of each line; it grows while the conversation goes on. */
export function ConversationTranscript({ conversation }: ConversationTranscriptProps) {
  const { call: texts, conversations, locale } = useMessages('call', 'conversations')
  const { zone } = usePlace()
  const { transcript, status } = conversation
  const goesOn = status === 'live' || status === 'ringing' || status === 'initiated'
  if (transcript.length === 0)
    return goesOn ? (
      <Empty next={texts.noTranscriptNext}>{texts.noTranscript}</Empty>
    ) : (
      <Empty>{texts.neverSpoken}</Empty>
    )
  return (
    <Transcript
      label={texts.transcript}
      lines={transcript.map((line, index) => ({
        id: `${index} ${line.at}`,
        time: <time dateTime={line.at}>{formatTime(line.at, { locale, zone })}</time>,
        speaker: texts.speakers[line.role] ?? line.role,
        isCustomer: line.role === 'customer',
        words: (
          <span data-stored="">
            {line.text}
            {line.text === '' && line.kind !== null && <i>{conversations.kind(line.kind)}</i>}
          </span>
        ),
        grows: status === 'live' && conversation.channel_type === 'voice' && index === transcript.length - 1,
      }))}
    />
  )
}
