import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Data } from '../api/operations.ts'
import { query } from '../api/queries.ts'
import { useFormats } from '../hooks/use-formats.ts'
import type { List } from '../hooks/use-list.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Form } from '../ui/form.tsx'
import { Link } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import { StatusWord } from '../ui/status-mark.tsx'
import { Table } from '../ui/table.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Loaded } from './loaded.tsx'
import { PageAddress } from './page-address.tsx'
import styles from './ask-knowledge.module.css'

type Asked = Data<'askKnowledge'>

/** As much as a workflow's step asks at most. */
const questionCharactersMax = 500

/** A question to the knowledge base, answered as a call's `look_up` would be. The question is part of the address. */
export function AskKnowledge({ list }: { list: List }) {
  const { knowledge } = useMessages('knowledge')
  const set = list.filters['q'] ?? ''
  const [field, change] = useState({ typed: set, asked: set, set })
  // A question that came by the address, such as by going back, begins anew; what is typed meanwhile stays.
  if (field.set !== set) change({ typed: set === field.asked ? field.typed : set, asked: set, set })
  const queries = useQueryClient()
  const ask = (question: string): void => {
    if (question === set) void queries.invalidateQueries({ queryKey: ['askKnowledge'] })
    else {
      change((now) => ({ ...now, asked: question }))
      list.setFilter('q', question === '' ? undefined : question)
    }
  }
  return (
    <Section title={knowledge.ask} aside={knowledge.askHint}>
      <Form className={styles.form} onSubmit={() => ask(field.typed.trim())}>
        <div className={styles.field}>
          <TextField
            label={knowledge.askField}
            width="full"
            maxLength={questionCharactersMax}
            enterKeyHint="search"
            value={field.typed}
            onChange={({ target: { value } }) => change((now) => ({ ...now, typed: value }))}
          />
        </div>
        <Button type="submit">{knowledge.askAction}</Button>
      </Form>
      {set !== '' && <Answer question={set} />}
    </Section>
  )
}

function Answer({ question }: { question: string }) {
  const { knowledge } = useMessages('knowledge')
  const { ids } = usePlace()
  const found = useQuery(query('askKnowledge', { ...ids, q: question }))
  return (
    <div className={styles.answer} aria-live="polite">
      <Loaded query={found}>
        {(answer) =>
          answer.passages.length === 0 ? (
            <Nothing leftOut={answer.left_out} />
          ) : (
            <>
              <div>
                <p className={styles.label}>{knowledge.says}</p>
                <blockquote className={styles.says}>
                  <bdi>{answer.text}</bdi>
                </blockquote>
              </div>
              <Passages passages={answer.passages} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

function Passages({ passages }: { passages: Asked['passages'] }) {
  const { knowledge } = useMessages('knowledge')
  const { place, zone } = usePlace()
  const { percent } = useFormats(zone)
  return (
    <Table
      label={knowledge.passages}
      rows={passages.map((passage, index) => ({ ...passage, id: String(index) }))}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'passage',
          head: knowledge.passage,
          cell: ({ spoken }) => <bdi className={styles.spoken}>{spoken}</bdi>,
        },
        {
          id: 'from',
          head: knowledge.from,
          cell: ({ source_id, source_name }) => (
            <span className={styles.source}>
              <Link href={paths.source(place, source_id)}>
                <bdi>{source_name}</bdi>
              </Link>
            </span>
          ),
          second: ({ page_url, anchor, heading, title }) => (
            <>
              <bdi>{heading === '' ? title : heading}</bdi>{' '}
              {page_url !== null && (
                <PageAddress url={anchor === null ? page_url : `${page_url}#${anchor}`} />
              )}
            </>
          ),
        },
        {
          id: 'score',
          head: knowledge.score,
          align: 'end',
          narrow: true,
          cell: ({ score }) => <bdi>{percent(score)}</bdi>,
        },
      ]}
    />
  )
}

function Nothing({ leftOut }: { leftOut: Asked['left_out'] }) {
  const { knowledge } = useMessages('knowledge')
  const { place } = usePlace()
  return (
    <>
      <Empty next={knowledge.nothingNext}>{knowledge.nothing}</Empty>
      {leftOut.length === 0 ? (
        <p className={styles.label}>{knowledge.leftOutNone}</p>
      ) : (
        <div>
          <p className={styles.label}>{knowledge.leftOut}</p>
          <ul className={styles.left}>
            {leftOut.map(({ source_id, source_name, url, state, reason, detail }) => (
              <li key={source_id + url}>
                <StatusWord status={state === 'failed' ? 'failed' : 'closed'}>
                  {knowledge.rules[reason ?? state] ?? <bdi>{reason}</bdi>}
                </StatusWord>{' '}
                <PageAddress url={url} />{' '}
                <span className={styles.label}>
                  {detail !== null && <bdi>{detail}</bdi>}{' '}
                  <Link small href={paths.source(place, source_id)}>
                    <bdi>{source_name}</bdi>
                  </Link>
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
