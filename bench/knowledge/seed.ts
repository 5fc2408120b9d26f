import { uuidv7 } from '../../src/base/ids.ts'
import { sql } from '../../src/db/sql.ts'
import { documentOf } from '../../src/sources/index/document-of.ts'
import type { Block, ReadDocument } from '../../src/sources/index/document.ts'
import { storePage } from '../../src/sources/index/store-page.ts'
import { insertInBulk } from '../support/bulk-insert.ts'
import type { BenchDatabase } from '../support/stage.ts'
import type { KnowledgeProject } from './project.ts'
import { capital, paragraphOf, randomOf, topicOf, vocabularyOf } from './text.ts'
import type { Random, Vocabulary } from './text.ts'

/** An indexed page that a question can ask for. */
export interface SeededPage {
  vocabulary: Vocabulary
  document: ReadDocument
}

/** The sources of a project, by the language of their pages. */
const languages = ['en', 'de', 'en', 'fr', 'en', 'es', 'en', 'de', 'en', 'ru']
const pagesOfSource = 1_000
/** How many pages are written in one transaction. */
const batch = 50

/**
 * Fills the knowledge base of a project with passages, through the code that crawls use. Returns every tenth page,
 * spread over all languages.
 */
export async function seedKnowledge(
  { databaseUrl, db }: BenchDatabase,
  project: KnowledgeProject,
  { chunks, seed }: { chunks: number; seed: number },
): Promise<SeededPage[]> {
  const random = randomOf(seed)
  const vocabularies = new Map(languages.map((language) => [language, vocabularyOf(language)]))
  const kept: SeededPage[] = []
  // The languages keep their shares for any number of passages.
  const pagesMax = Math.min(pagesOfSource, Math.ceil(chunks / languages.length / 10))
  await insertInBulk(databaseUrl, ['page_chunks', 'source_pages', 'source_words'], async () => {
    let written = 0
    for (let source = 0; written < chunks; source++) {
      const vocabulary = vocabularies.get(languages[source % languages.length]!)!
      const sourceId = await insertSource({ db }, project, `${vocabulary.language}-${source}.example`)
      for (let page = 0; page < pagesMax && written < chunks; page += batch) {
        const documents = Array.from({ length: batch }, () => documentBy(random, vocabulary))
        await storeDocuments({ db }, project, { sourceId, documents, first: page })
        for (const document of documents.filter((_, index) => index % 10 === 0))
          kept.push({ vocabulary, document })
        written += documents.reduce((sum, document) => sum + document.chunks.length, 0)
      }
    }
  })
  return kept
}

async function storeDocuments(
  { db }: Pick<BenchDatabase, 'db'>,
  { organizationId, projectId }: KnowledgeProject,
  { sourceId, documents, first }: { sourceId: string; documents: readonly ReadDocument[]; first: number },
): Promise<void> {
  const now = new Date()
  const ofSource = { organizationId, projectId, sourceId, crawlId: null, pagesMax: pagesOfSource + batch }
  await db.transaction(async (transaction) => {
    for (const [index, document] of documents.entries()) {
      const url = `http://docs.example/${first + index}`
      const page = { ...ofSource, url, document, byteSize: 20_000, etag: null, lastModified: null }
      const { kind } = await storePage(transaction, page, now)
      if (kind !== 'indexed') throw new Error(`a page was to be indexed and was found ${kind}`)
    }
  })
}

async function insertSource(
  { db }: Pick<BenchDatabase, 'db'>,
  { organizationId, projectId }: KnowledgeProject,
  name: string,
): Promise<string> {
  const _id = uuidv7()
  const now = new Date()
  await db.query(sql`
    insert into sources (organization_id, project_id, _id, name, source_type, created_by, created_at, updated_at)
    values (${organizationId}, ${projectId}, ${_id}, ${name}, 'urls', '{"kind":"operator"}', ${now}, ${now})`)
  return _id
}

function documentBy(random: Random, vocabulary: Vocabulary): ReadDocument {
  const topic = () => topicOf(random, vocabulary)
  const topics = [topic(), topic(), topic(), topic()]
  const title = capital(topics.slice(0, 2 + Math.floor(random() * 2)).join(' '))
  const text = (): Block => ({
    kind: 'text',
    text: paragraphOf(random, vocabulary, { topics, characters: 200 + random() * 800 }),
  })
  const sections = Array.from({ length: 4 + Math.floor(random() * 5) }, (_, index): Block[] => [
    { kind: 'heading', level: 2, text: capital(`${topic()} ${topic()}`), anchor: `part-${index}` },
    text(),
    text(),
  ])
  const blocks = [
    { kind: 'heading', level: 1, text: title, anchor: null } as const,
    text(),
    ...sections.flat(),
  ]
  const { language } = vocabulary
  return documentOf(blocks, { title, language, fallbackLanguage: language })!
}
