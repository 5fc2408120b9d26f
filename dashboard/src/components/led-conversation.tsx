import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { Data } from '../api/operations.ts'
import { query } from '../api/queries.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useRoleReason } from '../hooks/use-role.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { focusOnceGone } from '../ui/focus-once-gone.ts'
import { Section } from '../ui/section.tsx'
import { useToast } from '../ui/toast.tsx'
import { Failure } from './failure.tsx'
import { ReplyBox, useReply } from './reply-box.tsx'
import { When } from './when.tsx'
import styles from './led-conversation.module.css'

type Led = Data<'getConversationMode'>

/**
 * Who answers a conversation, what the agent says of it, and the box for a person's answer; nothing without an agent. A
 * call stays with its agent.
 */
export function LedConversation({ conversationId, isOver }: { conversationId: string; isOver: boolean }) {
  const { inbox: texts } = useMessages('inbox')
  const { ids, zone } = usePlace()
  const {
    data: led,
    error,
    refetch,
  } = useQuery(query('getConversationMode', { ...ids, conversation_id: conversationId }, { live: !isOver }))
  const reply = useReply(conversationId)
  const isEnded = isOver || (led !== undefined && led.ended_at !== null)
  if (led === undefined) {
    // Where no agent leads the conversation, it answers 404: then there is nothing to show.
    if (error === null || error.status === 404) return null
    return (
      <Section title={texts.whoAnswers}>
        <Failure error={error} onRetry={() => void refetch()} />
      </Section>
    )
  }
  // What was typed is kept, also where the conversation ends meanwhile.
  if (isEnded && reply.text.trim() === '') return null
  if (isEnded)
    return (
      <Section title={texts.whoAnswers}>
        <ReplyBox led={led} reply={reply} isShown isEnded />
      </Section>
    )
  const since = <When at={led.mode_since} zone={zone} />
  return (
    <Section
      title={texts.whoAnswers}
      aside={led.channel_type === 'voice' ? undefined : <ModeButtons led={led} />}
    >
      <p>
        {led.mode === 'agent'
          ? texts.agentAnswers(<bdi>{led.agent_name}</bdi>)
          : led.mode_by === null
            ? texts.waits(since)
            : texts.personAnswers(<bdi>{led.mode_by}</bdi>, since)}
      </p>
      {led.mode === 'person' && led.summary !== null && (
        <p className={styles.summary}>{texts.says(<bdi>{led.summary}</bdi>)}</p>
      )}
      <ReplyBox led={led} reply={reply} isShown={led.mode === 'person'} isEnded={false} />
    </Section>
  )
}

/** Takes a conversation over, or gives it back. */
function ModeButtons({ led }: { led: Led }) {
  const { turns: texts } = useMessages('turns')
  const { ids, role } = usePlace()
  const reason = useRoleReason(role, 'editor')
  const queries = useQueryClient()
  const toast = useToast()
  const setting = useMutation({
    mutationFn: (mode: 'agent' | 'person') =>
      call('setConversationMode', { ...ids, conversation_id: led.conversation_id, body: { mode } }),
    onSuccess: async ({ mode }) => {
      focusOnceGone('conversation-mode')
      toast({ status: 'done', text: mode === 'person' ? texts.tookOver : texts.gaveBack })
      await queries.invalidateQueries()
    },
  })
  // One that waits for a person is led by nobody yet.
  const canTake = led.mode === 'agent' || led.mode_by === null
  return (
    <span className={styles.mode}>
      {setting.error !== null && <Failure error={setting.error} />}
      {/* One button, so that it keeps the focus. */}
      <Button
        small
        id="conversation-mode"
        reason={reason}
        isPending={setting.isPending}
        onPress={() => setting.mutate(canTake ? 'person' : 'agent')}
      >
        {canTake ? texts.takeOver : texts.giveBack}
      </Button>
      {canTake && led.mode === 'person' && (
        <Button small reason={reason} isPending={setting.isPending} onPress={() => setting.mutate('agent')}>
          {texts.giveBack}
        </Button>
      )}
    </span>
  )
}
