import { conversationFields, newestFirst, selectConversations } from '../../src/conversations/list-queries.ts'
import type { ConversationList } from '../../src/conversations/list-queries.ts'
import { parseFilters } from '../../src/filters/parse.ts'
import { lastSeenFirst, profileFields, selectProfiles } from '../../src/people/list-queries.ts'
import type { ProfileList } from '../../src/people/list-queries.ts'
import type { HistoryDatabase } from '../support/history-database.ts'
import { rareName } from '../support/seed-profiles.ts'
import type { ListQuestion } from './list-queries.ts'

/** A third of the history that does not begin or end at a whole hour. */
const span = { from: '2025-02-11T03:17:41.513Z', to: '2025-10-12T03:54:41.513Z' }

type ConversationQuestion = ListQuestion & { figure: 'unique' | 'skip' }

export function conversationQuestions(history: HistoryDatabase): ConversationQuestion[] {
  const { organization_id, project_id, conversations } = history
  const half = conversations / 2
  const question = (
    figure: ConversationQuestion['figure'],
    name: string,
    filter: object,
    asked: Partial<Pick<ConversationList, 'unique' | 'skip'>>,
  ): ConversationQuestion => {
    const { unique = false, skip = 0 } = asked
    const filters = JSON.stringify(filter)
    const query = new URLSearchParams({ filters, unique: String(unique), skip: String(skip) })
    const list = { organization_id, project_id, sort: newestFirst, limit: 20, unique, skip }
    return {
      figure,
      name,
      path: `/conversations?${query.toString()}`,
      select: (db) => selectConversations(db, { ...list, filter: parseFilters(filters, conversationFields) }),
    }
  }
  return [
    question('unique', 'latest of each caller', {}, { unique: true }),
    question('unique', 'latest of each caller, after 1,000', {}, { unique: true, skip: 1_000 }),
    question('unique', 'of a common status', { status: 'completed' }, { unique: true }),
    question('unique', 'of a rare status', { status: 'initiated' }, { unique: true }),
    question(
      'unique',
      'in a third of the span',
      { start_time: { $gte: span.from, $lte: span.to } },
      { unique: true },
    ),
    question(
      'unique',
      'of a common status in a third of the span',
      { status: 'completed', start_time: { $gte: span.from, $lte: span.to } },
      { unique: true },
    ),
    question('skip', `all, after ${half.toLocaleString('en')}`, {}, { skip: half }),
    question(
      'skip',
      `of a status, after ${half.toLocaleString('en')}`,
      { status: 'completed' },
      { skip: half },
    ),
  ]
}

export function profileQuestions({ organization_id, project_id }: HistoryDatabase): ListQuestion[] {
  const question = (
    name: string,
    query: Record<string, string>,
    asked: Partial<Pick<ProfileList, 'search' | 'channel' | 'from' | 'before'>>,
  ): ListQuestion => ({
    name,
    path: `/customer-profiles?${new URLSearchParams(query).toString()}`,
    select: (db) =>
      selectProfiles(db, {
        organization_id,
        project_id,
        search: null,
        channel: null,
        from: null,
        before: null,
        filter: parseFilters(undefined, profileFields),
        sort: lastSeenFirst,
        skip: 0,
        limit: 20,
        ...asked,
      }),
  })
  const search = (name: string, text: string) => question(name, { search: text }, { search: text })
  return [
    question('all', {}, {}),
    search('a name that one person has', rareName.split(' ')[0]!),
    search('a common first name', 'Marela'),
    search('a common first name with a common last name', 'Marela Zimton'),
    search('part of an address', 'marela.zimton'),
    search('seven digits of a number', '2104729'),
    search('four digits of a number', '4729'),
    search('three digits, which a sixteenth of the numbers begin with', '212'),
    search('two letters', 'ze'),
    question('met on WhatsApp', { channel: 'whatsapp' }, { channel: 'whatsapp' }),
    question('met on the web', { channel: 'web' }, { channel: 'web' }),
    question(
      'last seen in a third of the span',
      { date_from: span.from, date_to: span.to },
      { from: Date.parse(span.from), before: Date.parse(span.to) + 1 },
    ),
  ]
}
