import type { Queryable } from '../../db/queryable.ts'
import { join, sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { allOf } from './search-words.ts'
import type { ReadQuestion, Shares } from './search-words.ts'

/** Whose knowledge base is asked. */
export interface Place {
  organizationId: string
  projectId: string
}

const within = ({ organizationId, projectId }: Place) =>
  sql`organization_id = ${organizationId} and project_id = ${projectId}`

/**
 * The languages that a project has pages in, and its own. A loose scan of source_pages_by_language: one step a language,
 * however many pages there are.
 */
export async function selectLanguages(
  db: Queryable,
  place: Place,
): Promise<{ own: string; found: string[] }> {
  const [row] = await db.query<{ own: string; found: string[] }>(sql`
    with recursive languages as (
      (select language from source_pages where ${within(place)} order by language limit 1)
      union all
      select (select language from source_pages where ${within(place)} and language > l.language order by language limit 1)
      from languages l where l.language is not null)
    select p.language as own, array(select language from languages where language is not null) as found
    from projects p where p.organization_id = ${place.organizationId} and p._id = ${place.projectId}`)
  return row ?? { own: 'und', found: [] }
}

/**
 * Passages whose column fits the query, as far as its index tells: without what must not be there, and where words that
 * must stand together may stand apart.
 */
function indexed(place: Place, column: Sql, query: string): Sql {
  return sql`${within(place)} and project_terms(project_id, ${column}) @@ ${ofProject(place, query)}::tsquery`
}

function ofProject(place: Place, query: string): string {
  return query
    .replaceAll(/'((?:[^'\\]|''|\\.)+)'/g, `'${place.projectId.slice(-8)}$1'`)
    .replaceAll(/<(-|\d+)>/g, '&')
}

/** The question as each of the configurations reads it, in their order. */
export async function readQuestion(
  db: Queryable,
  configurations: readonly string[],
  form: string,
  words: readonly string[],
): Promise<ReadQuestion[]> {
  return db.query<ReadQuestion>(sql`
    select q.whole::text, case when querytree(q.whole) in ('', 'T') then '' else querytree(q.whole) end as wanted,
      (select coalesce(jsonb_agg(to_jsonb(tsvector_to_array(to_tsvector(c.name::regconfig, w.word))) order by w.ordinal), '[]')
        from unnest(${words}::text[]) with ordinality w (word, ordinal)) as stems
    from unnest(${configurations}::text[]) with ordinality c (name, ordinal),
      lateral (select websearch_to_tsquery(c.name::regconfig, ${form}) as whole) q
    order by c.ordinal`)
}

/** Passages that a word is counted in; beyond, it is as common as any. */
export const countMax = 500

/** In how many passages each of the queries is, up to `countMax`. Index: page_chunks_words. */
export async function countPassages(
  db: Queryable,
  place: Place,
  queries: readonly string[],
): Promise<number[]> {
  const counts = queries.map(
    (query) => sql`(select count(*) from (
      select from page_chunks where ${indexed(place, sql`words`, query)} limit ${countMax}) c)::integer`,
  )
  const [row] = await db.query<{ counts: number[] }>(sql`select array[${join(counts, sql`, `)}] as counts`)
  return row?.counts ?? []
}

/** A word of the project that is written much like one that was asked for. */
export interface LikeWord {
  asked: string
  word: string
  /** Both without accents. */
  asked_form: string
  form: string
}

const likeWordsMax = 30
/** By pg_trgm: two letters that changed places leave a short word few of its runs of three. */
const likenessLeast = 0.2

/**
 * For each word those of the project that are most like it, the most like first: of those that are up to two letters longer
 * or shorter (one, if it is short) and begin or end as it does. What is misspelt in one place does either, as one of the two
 * parts beside that place is whole. Indexes: source_words_by_head and source_words_by_tail, by each length for itself; some
 * thousand words are compared, where an index of runs of three would have had many times as many looked up.
 */
export async function selectLikeWords(
  db: Queryable,
  place: Place,
  words: readonly string[],
): Promise<LikeWord[]> {
  const beginning = (column: Sql, part: Sql) => sql`
    select word, form from source_words
    where ${within(place)} and length(form) = size
      and ${column} collate "C" >= ${part} and ${column} collate "C" < ${part} || chr(1114111)`
  // Materialized, since the form would else be made anew for each word that is compared.
  return db.query<LikeWord>(sql`
    with a as materialized (select asked, ordinal, search_form(asked) as form, length(search_form(asked)) as letters
      from unnest(${words}::text[]) with ordinality w (asked, ordinal))
    select a.asked, l.word, a.form as asked_form, l.form
    from a,
      lateral (select case when letters <= 3 then 1 when letters <= 6 then 2 else 3 end as head_letters,
        case when letters <= 5 then 1 else 2 end as off) m,
      lateral (select left(a.form, head_letters) as head, left(reverse(a.form), letters - head_letters - 1) as tail) p,
      lateral (
        select word, form, likeness from (
          select more, word, form, similarity(form, a.form) as likeness
          from (values (0), (1), (-1), (2), (-2)) d (more), lateral (select letters + more as size) e,
            lateral (${beginning(sql`form`, sql`head`)} union all ${beginning(sql`reverse(form)`, sql`tail`)}) c) c
        where likeness >= ${likenessLeast} and abs(more) <= off
        group by 1, 2, 3 order by likeness desc, form, word limit ${likeWordsMax}) l
    order by a.ordinal, l.likeness desc, l.form, l.word`)
}

/** A passage that was found, before it is read. */
export interface FoundPassage {
  page_id: string
  ordinal: number
  /** Whether it has all of the question's words. */
  has_all: boolean
  /** 0 to 1. */
  rank: number
}

/** Passages that are ranked, of each query: as many that have the words in their headings, and as many of all. */
const rankedMax = 250
/** Passages of the first query from which on the others are asked in headings alone: a scan for some of many common words is long. */
const plenty = 50
/** The best of them, of which those of one page too many are left out. */
const bestMax = 100

/** How much a word counts in the text, (nothing,) in a heading, in the title. */
const weights = sql`'{0.15, 0.2, 0.6, 1}'::real[]`

/** What a passage has at most beside all words: all of them in its headings, and often and close together. */
const headingShare = 0.4
const closenessShare = 0.3
const shareMax = 1 + headingShare + closenessShare

/** What is asked of passages. */
export interface SearchTerms {
  /** Any of them, the strictest first. */
  queries: readonly Shares[]
  /** This too, phrases and words that must not be there included; empty: nothing more. */
  exact: string
  /** The question's words with what each weighs, 1 together at most. */
  parts: readonly { query: string; weight: number }[]
}

/**
 * The passages that fit one of the queries, the best first: those that have all of the question's words, then by the weight
 * of the words that they have, in their headings once more, then by how often and how close together. By page_chunks_words
 * and page_chunks_heading_words; where more fit a query than can be ranked in time, those with the words in their headings
 * are ranked, and of the rest those with the weightiest words, so that a common word never crowds out a rare one.
 */
export async function selectFoundPassages(
  db: Queryable,
  place: Place,
  { queries, exact, parts }: SearchTerms,
): Promise<FoundPassage[]> {
  const isExact = exact === '' ? sql`` : sql`and words @@ ${exact}::tsquery`
  const some = (column: Sql, shares: Shares, unless = sql``) => sql`
    (select c.page_id, c.ordinal
      from unnest(${shares.map((query) => ofProject(place, query))}::text[])
          with ordinality s (query, ordinal),
        lateral (select page_id, ordinal from page_chunks
          where ${within(place)} and project_terms(project_id, ${column}) @@ s.query::tsquery ${isExact} ${unless}
          limit ${rankedMax}) c
      limit ${rankedMax})`
  const [first = [], ...rest] = queries
  const found = [
    sql`select * from of_first`,
    ...rest.flatMap((query) => [
      some(sql`heading_words`, query),
      some(sql`words`, query, sql`and (select count(*) from of_first) < ${plenty}`),
    ]),
  ]
  const share = (column: Sql) =>
    join(
      parts.map(
        ({ query, weight }) =>
          sql`case when ${column} @@ ${query}::tsquery then ${weight}::float8 else 0 end`,
      ),
      sql` + `,
    )
  const all = allOf(parts.map(({ query }) => query))
  const closeness = sql`ts_rank_cd(${weights}, c.words, ${parts.map(({ query }) => `(${query})`).join(' | ')}::tsquery, 33)`
  // Unpacked once for all words: `offset 0` keeps the planner from doing it for each. How close words stand is costly to
  // tell, and told of the best alone.
  return db.query<FoundPassage>(sql`
    with of_first as materialized (${some(sql`heading_words`, first)} union ${some(sql`words`, first)}),
    found as (${join(found, sql` union `)}),
    best as (
      select page_id, ordinal, c.words,
        w.bare @@ ${all}::tsquery as has_all,
        ${share(sql`w.bare`)} + ${headingShare}::float8 * (${share(sql`c.heading_words`)}) as share
      from found join page_chunks c using (page_id, ordinal),
        lateral (select strip(c.words) as bare offset 0) w
      where c.organization_id = ${place.organizationId}
      order by has_all desc, share desc, page_id, ordinal limit ${bestMax})
    select page_id, ordinal, has_all, (share + ${closenessShare}::float8 * ${closeness}) / ${shareMax}::float8 as rank
    from best c order by has_all desc, rank desc, page_id, ordinal`)
}

/** A passage as it is read, with its words marked. */
export interface ReadPassage {
  page_id: string
  ordinal: number
  page_url: string | null
  source_id: string
  source_name: string
  title: string
  language: string
  heading: string
  anchor: string | null
  text: string
  highlight: string
}

/** HTML: the text is escaped before it is marked, so that no page can bring elements of its own. */
const highlighted = (query: string, configuration: Sql) => sql`
  ts_headline(${configuration}::regconfig,
    replace(replace(replace(replace(c.text, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;'), ${query}::tsquery,
    'StartSel=<mark>, StopSel=</mark>, MaxFragments=2, MinWords=12, MaxWords=30, FragmentDelimiter=" … "')`

/** These passages, in no order. `configurations`: of the languages that the project's pages are in. */
export async function selectPassages(
  db: Queryable,
  { organizationId, projectId }: Place,
  found: readonly FoundPassage[],
  query: string,
  configurations: readonly { language: string; configuration: string }[],
): Promise<ReadPassage[]> {
  return db.query<ReadPassage>(sql`
    select c.page_id, c.ordinal, p.url as page_url, c.source_id, s.name as source_name, p.title, p.language, c.heading,
      c.anchor, c.text, ${highlighted(query, sql`coalesce(l.configuration, 'simple')`)} as highlight
    from unnest(${found.map(({ page_id }) => page_id)}::uuid[], ${found.map(({ ordinal }) => ordinal)}::integer[])
      f (page_id, ordinal)
    join page_chunks c on c.organization_id = ${organizationId} and c.page_id = f.page_id and c.ordinal = f.ordinal
    join source_pages p on p.organization_id = ${organizationId} and p._id = c.page_id
    join sources s on s.organization_id = ${organizationId} and s._id = c.source_id
    left join unnest(${configurations.map(({ language }) => language)}::text[],
        ${configurations.map(({ configuration }) => configuration)}::text[]) l (language, configuration)
      on l.language = p.language
    where c.project_id = ${projectId}`)
}
