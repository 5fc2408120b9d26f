import { useEffect, useRef, useState } from 'react'
import { sendChatMessage } from '../../api/agent-chat.ts'
import { call } from '../../api/client.ts'
import type { ConfiguredAgent } from '../../api/generated.ts'
import { Failure } from '../../components/failure.tsx'
import { newIdempotencyKey } from '../../hooks/new-key.ts'
import { usePlace } from '../../hooks/use-place.ts'
import { useRoleReason } from '../../hooks/use-role.ts'
import { useMessages } from '../../messages/use-messages.ts'
import type { MessagesOf } from '../../messages/use-messages.ts'
import { paths } from '../../path-builder.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Link } from '../../ui/link.tsx'
import { Section } from '../../ui/section.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Transcript } from '../../ui/transcript.tsx'
import { customerNames } from './preview.tsx'
import styles from '../../components/ask-knowledge.module.css'
import page from '../page.module.css'

/** A line of the chat. A tool's call stands among what is said. */
type Line =
  | { kind: 'said'; by: 'customer' | 'agent'; text: string; sources: readonly string[] }
  | { kind: 'tool'; name: string; outcome: string }
  | { kind: 'note'; note: 'ended' | 'person' | 'silent' }

interface Chat {
  conversationId: string | null
  lines: readonly Line[]
  /** The message that is being answered, with its key; null: none. */
  asked: { text: string; key: string } | null
  /** Whether the answer took longer than a request waits. It is still being made. */
  isLate: boolean
  error: unknown
}

const noChat: Chat = { conversationId: null, lines: [], asked: null, isLate: false, error: null }

/** A chat with an agent, as a customer would have it, with the calls of its tools. */
export function TryAgent({ agent, isUnsaved }: { agent: ConfiguredAgent; isUnsaved: boolean }) {
  const { agents: texts } = useMessages('agents')
  const { place, role } = usePlace()
  const reason = useRoleReason(role, 'editor')
  const chat = useChat(agent._id)
  const [customer, setCustomer] = useState<Record<string, string>>({})
  const names = customerNames(agent)
  return (
    <div className={page.columns}>
      <div className={page.column}>
        <p className={page.more}>
          {texts.tryLead} {isUnsaved && texts.tryUnsaved}
        </p>
        {chat.conversationId !== null && <Talk chat={chat} />}
        {chat.error !== null && (
          <Failure error={chat.error} onRetry={chat.asked === null ? undefined : chat.again} />
        )}
        {chat.isLate && (
          <p className={page.more} role="status">
            {texts.late}{' '}
            <Button kind="word" small onPress={chat.again}>
              {texts.retry}
            </Button>
          </p>
        )}
      </div>
      <div className={page.column}>
        <Section title={texts.customer}>
          <div className={page.stack}>
            {names.length === 0 && <p className={page.more}>{texts.customerNone}</p>}
            {names.map((name) => (
              <TextField
                key={name}
                label={texts.valueOf(name)}
                value={customer[name] ?? ''}
                onChange={({ target }) => setCustomer({ ...customer, [name]: target.value })}
              />
            ))}
            <Button
              kind={chat.conversationId === null ? 'main' : 'outlined'}
              reason={reason}
              onPress={() => chat.begin(customer)}
            >
              {chat.conversationId === null ? texts.begin : texts.again}
            </Button>
            {chat.conversationId !== null && (
              <Link href={paths.conversation(place, chat.conversationId)}>{texts.toConversation}</Link>
            )}
          </div>
        </Section>
      </div>
    </div>
  )
}

type ShownChat = ReturnType<typeof useChat>

function Talk({ chat }: { chat: ShownChat }) {
  const messages = useMessages('agents')
  const { agents: texts } = messages
  const [typed, type] = useState('')
  const isAnswering = chat.asked !== null && chat.error === null && !chat.isLate
  const isOver = chat.lines.some((line) => line.kind === 'note' && line.note === 'ended')
  return (
    <Section title={texts.chat}>
      <div className={page.stack}>
        <Transcript
          label={texts.chat}
          lines={chat.lines.map((line, index) => ({
            id: String(index),
            time: '',
            ...shownLine(line, messages),
            grows: isAnswering && index === chat.lines.length - 1,
          }))}
        />
        {isAnswering && (
          <p className={page.more} role="status">
            {texts.thinks}
          </p>
        )}
        <Form
          className={styles.form}
          onSubmit={() => {
            if (typed.trim() === '' || chat.asked !== null || isOver) return
            chat.send(typed.trim())
            type('')
          }}
        >
          <div className={styles.field}>
            <TextField
              label={texts.message}
              width="full"
              maxLength={4_000}
              autoFocus
              enterKeyHint="send"
              value={typed}
              onChange={({ target }) => type(target.value)}
            />
          </div>
          <Button
            type="submit"
            kind="main"
            reason={
              isOver ? texts.ended : chat.asked === null ? null : chat.isLate ? texts.late : texts.thinks
            }
          >
            {texts.send}
          </Button>
        </Form>
      </div>
    </Section>
  )
}

function shownLine(line: Line, { agents: texts }: MessagesOf<'agents'>) {
  if (line.kind === 'said')
    return {
      speaker: line.by === 'customer' ? texts.you : texts.agent,
      isCustomer: line.by === 'customer',
      words: <span data-stored="">{line.text}</span>,
      sources: line.sources.map((title) => texts.from(<bdi>{title}</bdi>)),
    }
  if (line.kind === 'note') return { speaker: '', isCustomer: false, words: <i>{texts[line.note]}</i> }
  const words = texts.tool(<code dir="ltr">{line.name}</code>, texts.outcomes[line.outcome] ?? line.outcome)
  return { speaker: '', isCustomer: false, words: <i>{words}</i> }
}

/** Holds a chat: what was said, and what begins it and goes on with it. */
function useChat(agentId: string) {
  const { ids } = usePlace()
  const [chat, setChat] = useState(noChat)
  const stop = useRef(new AbortController())
  useEffect(() => () => stop.current.abort(), [])
  const restart = (): AbortSignal => {
    stop.current.abort()
    stop.current = new AbortController()
    return stop.current.signal
  }
  const add = (signal: AbortSignal, ...lines: Line[]): void => {
    if (!signal.aborted) setChat((before) => ({ ...before, lines: [...before.lines, ...lines] }))
  }
  const fail = (signal: AbortSignal, error: unknown): void => {
    if (!signal.aborted) setChat((before) => ({ ...before, error }))
  }

  const begin = async (customer: Record<string, string>): Promise<void> => {
    const signal = restart()
    setChat(noChat)
    try {
      const filled = Object.fromEntries(Object.entries(customer).filter(([, value]) => value !== ''))
      const params = { ...ids, agent_id: agentId, body: { customer: filled } }
      const options = { signal, idempotencyKey: newIdempotencyKey() }
      const begun = await call('beginAgentConversation', params, options)
      const said = { kind: 'said', by: 'agent', text: begun.text, sources: [] } as const
      setChat({ ...noChat, conversationId: begun.conversation_id, lines: begun.text === '' ? [] : [said] })
    } catch (error) {
      fail(signal, error)
    }
  }

  const ask = async (conversationId: string, text: string, idempotencyKey: string): Promise<void> => {
    const signal = restart()
    let isSaid = false
    let isLate = false
    try {
      const message = { ids, conversationId, text, idempotencyKey }
      for await (const event of sendChatMessage(message, signal)) {
        if (event.kind === 'tool') add(signal, { kind: 'tool', name: event.name, outcome: event.outcome })
        else if (event.kind === 'sentence') {
          isSaid = true
          add(signal, { kind: 'said', by: 'agent', text: event.text, sources: [] })
        } else if (event.outcome === 'waiting') isLate = true
        else add(signal, ...notesOf(event, isSaid))
      }
      setChat((before) =>
        isLate ? { ...before, isLate } : { ...before, asked: null, lines: merged(before.lines) },
      )
    } catch (error) {
      fail(signal, error)
    }
  }

  const send = (text: string): void => {
    if (chat.conversationId === null) return
    const key = newIdempotencyKey()
    const said: Line = { kind: 'said', by: 'customer', text, sources: [] }
    setChat({ ...chat, lines: [...chat.lines, said], asked: { text, key }, error: null })
    void ask(chat.conversationId, text, key)
  }

  const again = (): void => {
    const { conversationId, asked } = chat
    if (conversationId === null || asked === null) return
    const last = chat.lines.findLastIndex((line) => line.kind === 'said' && line.by === 'customer')
    setChat({ ...chat, lines: chat.lines.slice(0, last + 1), isLate: false, error: null })
    void ask(conversationId, asked.text, asked.key)
  }

  return { ...chat, begin: (customer: Record<string, string>) => void begin(customer), send, again }
}

type Done = { mode: string; is_closing: boolean; citations: readonly { title: string }[] }

function notesOf({ mode, is_closing, citations }: Done, isSaid: boolean): Line[] {
  const sources = citations.map(({ title }) => title)
  return [
    ...(sources.length > 0 ? [{ kind: 'said', by: 'agent', text: '', sources } as const] : []),
    ...(mode === 'person' ? [{ kind: 'note', note: 'person' } as const] : []),
    ...(is_closing ? [{ kind: 'note', note: 'ended' } as const] : []),
    ...(!isSaid && mode !== 'person' ? [{ kind: 'note', note: 'silent' } as const] : []),
  ]
}

/** Returns the lines with the sentences of one answer in one line, once all have come. */
function merged(lines: readonly Line[]): Line[] {
  return lines.reduce<Line[]>((before, line) => {
    const last = before.at(-1)
    const isSame = line.kind === 'said' && last?.kind === 'said' && line.by === 'agent' && last.by === 'agent'
    if (!isSame) return [...before, line]
    const text = [last.text, line.text].filter((part) => part !== '').join(' ')
    return [...before.slice(0, -1), { ...last, text, sources: [...last.sources, ...line.sources] }]
  }, [])
}
