import type { Reader } from '../../db/queryable.ts'
import { join, sql } from '../../db/sql.ts'
import type { Sql } from '../../db/sql.ts'
import { allOf } from './search-words.ts'
import type { ReadQuestion, Shares } from './search-words.ts'

/** The project whose knowledge base is searched. */
export interface Place {
  organizationId: string
  projectId: string
}

const within = ({ organizationId, projectId }: Place) =>
  sql`organization_id = ${organizationId} and project_id = ${projectId}`

/**
 * Returns the languages of the project's pages, and the project's own language. The recursion is a loose index scan of
 * source_pages_by_language: one step for each language, however many pages there are.
 */
export async function selectLanguages(db: Reader, place: Place): Promise<{ own: string; found: string[] }> {
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
 * Returns a condition that the index on the column can check: the passage has the query's words. It ignores excluded
 * words and the distance between words; `isExact` below checks those.
 */
function indexed(place: Place, column: Sql, query: string): Sql {
  return sql`${within(place)} and project_terms(project_id, ${column}) @@ ${ofProject(place, query)}::tsquery`
}

/** A query with a longer word than 2,046 bytes is an error. */
const wordBytesMax = 2_046 - 8

/**
 * Returns the query as the index stores it. `project_terms` puts the last 8 characters of the project's id before every
 * word, so that a scan reads the entries of one project only. A word that is too long with them becomes one that
 * nothing has.
 */
function ofProject(place: Place, query: string): string {
  const project = place.projectId.slice(-8)
  return query
    .replaceAll(/'((?:[^'\\]|''|\\.)+)'/g, (_, word: string) =>
      Buffer.byteLength(word) <= wordBytesMax ? `'${project}${word}'` : `'${project} '`,
    )
    .replaceAll(/<(-|\d+)>/g, '&')
}

/** Parses the question with each text search configuration and returns the results in that order. */
export async function readQuestion(
  db: Reader,
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

/** Passages with a word are counted up to this number: a word in more passages counts as equally common. */
export const countMax = 500

/** Returns for each query how many passages match it, up to `countMax`. Index: page_chunks_words. */
export async function countPassages(db: Reader, place: Place, queries: readonly string[]): Promise<number[]> {
  const counts = queries.map(
    (query) => sql`(select count(*) from (
      select from page_chunks where ${indexed(place, sql`words`, query)} limit ${countMax}) c)::integer`,
  )
  const [row] = await db.query<{ counts: number[] }>(sql`select array[${join(counts, sql`, `)}] as counts`)
  return row?.counts ?? []
}

/** A word of the project's pages that is spelled like a word of the question. */
export interface LikeWord {
  asked: string
  word: string
  /** `asked` and `word` without accents. */
  asked_form: string
  form: string
}

const likeWordsMax = 30
/** The least similarity by pg_trgm. It is low because two swapped letters leave a short word few common trigrams. */
const likenessMin = 0.2

/**
 * Returns for each word the most similar words of the project, the most similar first.
 *
 * Candidates begin or end with the same letters and are at most two letters longer or shorter (one for a short word). A
 * word with one misspelled place always has one of the two: the part before or the part after that place is correct.
 *
 * Indexes: source_words_by_head and source_words_by_tail, one range for each length. They leave some thousand words to
 * compare; a trigram index would have to look up many times as many.
 */
export async function selectLikeWords(
  db: Reader,
  place: Place,
  words: readonly string[],
): Promise<LikeWord[]> {
  const beginning = (column: Sql, part: Sql) => sql`
    select word, form from source_words
    where ${within(place)} and length(form) = size
      and ${column} collate "C" >= ${part} and ${column} collate "C" < ${part} || chr(1114111)`
  // Materialized: otherwise PostgreSQL computes the form again for each candidate.
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
        where likeness >= ${likenessMin} and abs(more) <= off
        group by 1, 2, 3 order by likeness desc, form, word limit ${likeWordsMax}) l
    order by a.ordinal, l.likeness desc, l.form, l.word`)
}

/** A passage that matches, without its text. */
export interface FoundPassage {
  page_id: string
  ordinal: number
  /** Whether the passage has all words of the question. */
  has_all: boolean
  /** 0 to 1. */
  rank: number
}

/**
 * The most passages that are ranked for a query: with the words in their headings, and as many with the words anywhere.
 */
const rankedMax = 250
/**
 * Once the first query has this many passages, the other queries search headings only, because a scan for any of
 * several common words takes long.
 */
const firstQueryEnough = 50
/** The most passages that are returned. The caller leaves some out where one page has too many. */
const bestMax = 100

/** Weights D, C, B and A: in the text, unused, in a heading, in the title. */
const weights = sql`'{0.15, 0.2, 0.6, 1}'::real[]`

/** All words of a question weigh 1. Words in headings add up to 0.4, frequent and close words up to 0.3. */
const headingShare = 0.4
const closenessShare = 0.3
const shareMax = 1 + headingShare + closenessShare

/** What passages must match. */
export interface SearchTerms {
  /** A passage must match one of them. The strictest comes first. */
  queries: readonly Shares[]
  /** A passage must match this too, with its phrases and excluded words; empty: no such condition. */
  exact: string
  /** The question's words with their weights, whose sum is at most 1. */
  parts: readonly { query: string; weight: number }[]
}

/**
 * Returns the passages that match one of the queries, the best first. Passages with all words of the question come
 * first. Then the weight of the words counts, once for the passage and once more for its headings, then how often and
 * how close together they stand.
 *
 * Indexes: page_chunks_words and page_chunks_heading_words. Where a query matches too many passages to rank in time,
 * those with the words in their headings are ranked, and of the others those with the heaviest words first. So a common
 * word never crowds out a rare one.
 */
export async function selectFoundPassages(
  db: Reader,
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
      some(sql`words`, query, sql`and (select count(*) from of_first) < ${firstQueryEnough}`),
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
  // `offset 0` makes PostgreSQL strip the vector once for all words instead of once for each. Closeness is costly, so
  // only the best passages get it.
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

/** A passage with its text and the found words marked. */
export interface ReadPassage {
  page_id: string
  ordinal: number
  /** Null for a file. */
  page_url: string | null
  source_id: string
  source_name: string
  /** The page's title. */
  title: string
  language: string
  /** The headings above the passage, the outermost first: `Install › On Linux`. */
  heading: string
  /** The URL fragment of the passage, without `#`. */
  anchor: string | null
  text: string
  /** HTML: excerpts of the text, with the found words in `<mark>`. */
  highlight: string
}

/** Returns HTML. The text is escaped before words are marked, so that no page can inject elements. */
const highlighted = (query: string, configuration: Sql) => sql`
  ts_headline(${configuration}::regconfig,
    replace(replace(replace(replace(c.text, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;'), ${query}::tsquery,
    'StartSel=<mark>, StopSel=</mark>, MaxFragments=2, MinWords=12, MaxWords=30, FragmentDelimiter=" … "')`

/** Returns these passages, in no order. `configurations` belong to the languages of the project's pages. */
export async function selectPassages(
  db: Reader,
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
