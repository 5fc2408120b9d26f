import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Data } from '../api/operations.ts'
import { listQuery } from '../api/queries.ts'
import { comma } from '../format/comma.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { useList } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Facts, Section } from '../ui/section.tsx'
import { ListPages } from './filter-bar.tsx'
import styles from './agent-turns.module.css'

type Turn = Data<'listTurns'>['items'][number]

const pageSize = 100

/** What an agent did in a conversation; nothing where no agent leads it. */
export function AgentTurns({ conversationId, isOver }: { conversationId: string; isOver: boolean }) {
  const { turns: texts } = useMessages('turns')
  const { ids } = usePlace()
  const list = useList({ pageSize })
  const key = { ...ids, conversation_id: conversationId }
  // Where no agent leads the conversation, it answers 404: then there is nothing to show.
  const turns = useQuery({
    ...listQuery('listTurns', { ...key, ...list.paging }, { live: !isOver }),
    retry: false,
  })
  if (turns.data === undefined) return null
  const { items, pagination } = turns.data
  return (
    <Section title={texts.title}>
      <p className={styles.lead}>{texts.lead}</p>
      <ol className={styles.turns}>
        {items.map((turn) => (
          <li key={turn.turn} className={styles.turn}>
            <TurnDetails turn={turn} />
          </li>
        ))}
      </ol>
      {(pagination.total > items.length || list.page > 1) && (
        <ListPages list={list} total={pagination.total} count={items.length} />
      )}
    </Section>
  )
}

function TurnDetails({ turn }: { turn: Turn }) {
  const { turns: texts, locale } = useMessages('turns')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  const { input, text, heard, citations, model, steps, asked_at, first_text_at, ended_at, created_at } = turn
  const between = (from: string | null, to: string | null): ReactNode =>
    from !== null && to !== null && <bdi>{formats.duration(Date.parse(to) - Date.parse(from))}</bdi>
  const tokens = texts.tokensOf(formats.number(turn.input_tokens), formats.number(turn.output_tokens))
  const facts: { name: string; value: ReactNode }[] = [
    { name: texts.model, value: model !== null && <bdi>{model}</bdi> },
    {
      name: texts.tokens,
      value:
        model !== null && (turn.tokens_estimated ? [tokens, texts.estimated].join(comma(locale)) : tokens),
    },
    { name: texts.firstText, value: between(asked_at, first_text_at) },
    { name: texts.took, value: between(created_at, ended_at) },
    {
      name: texts.ended,
      value: ended_at === null ? texts.goesOn : (texts.states[turn.state] ?? <code>{turn.outcome}</code>),
    },
    {
      name: texts.sources,
      value: citations.length > 0 && (
        <ul>
          {citations.map(({ id, title }) => (
            <li key={id}>
              <bdi>{title}</bdi>
            </li>
          ))}
        </ul>
      ),
    },
  ]
  return (
    <>
      <h3 className={styles.title}>{texts.turn(formats.number(turn.turn))}</h3>
      <p className={styles.said}>
        <b>{texts.customer}</b> {input === '' ? <i>{texts.begins}</i> : <span data-stored="">{input}</span>}
      </p>
      <Steps steps={steps} />
      <p className={styles.said}>
        <b>{texts.agent}</b> {text === '' ? <i>{texts.nothing}</i> : <span data-stored="">{text}</span>}
      </p>
      {heard !== null && heard !== text && (
        <p className={styles.lead}>{texts.received(<q data-stored="">{heard}</q>)}</p>
      )}
      <Facts facts={facts.filter(({ value }) => value !== false)} />
    </>
  )
}

function Steps({ steps }: { steps: Turn['steps'] }) {
  const { turns: texts } = useMessages('turns')
  const tools = steps.filter(({ kind }) => kind === 'tool')
  if (tools.length === 0) return null
  return (
    <ul aria-label={texts.steps} className={styles.steps}>
      {tools.map(({ step, tool, outcome, arguments: given, result }) => (
        <li key={step}>
          {texts.tool(
            <code dir="ltr">{tool}</code>,
            outcome === null ? texts.runs : (texts.outcomes[outcome] ?? outcome),
          )}
          {given !== null && Object.keys(given).length > 0 && (
            <div>
              <code dir="ltr" data-stored="">
                {JSON.stringify(given)}
              </code>
            </div>
          )}
          {result !== null && <div data-stored="">{result}</div>}
        </li>
      ))}
    </ul>
  )
}
