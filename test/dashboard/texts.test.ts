// What a part of a page gets whose texts are still coming.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { subjectKindOf } from '../../src/events/catalog.ts'
import { eventTypes } from '../../src/events/event-types.ts'
import { effectCodes } from '../../src/operator/edit/effects.ts'

/** React's own types would change those of elements for all tests. */
const load = createRequire(import.meta.url)
const { Suspense, createElement } = load('react') as {
  Suspense: unknown
  createElement: (type: unknown, properties: unknown, ...children: unknown[]) => unknown
}
const { renderToPipeableStream } = load('react-dom/server') as {
  renderToPipeableStream: (element: unknown) => { pipe: (stream: PassThrough) => PassThrough }
}

const sources = path.resolve('dashboard/src')

type Titled<A extends string> = Record<A, { title: string }>
/** What is used here of `dashboard/src/messages`, whose TSX the compiler reads for the dashboard alone. */
interface Texts {
  loadTexts: <T = { title: string }>(language: string, area: string) => Promise<T>
}
interface UseMessages {
  MessagesContext: unknown
  useMessages: <A extends string>(...areas: A[]) => Titled<A>
}

test('a part that waits for several areas gets the texts of each', async () => {
  await using modules = await buildMessages()
  const { MessagesContext, useMessages } = await modules.load<UseMessages>('use-messages')
  const { loadTexts } = await modules.load<Texts>('texts')
  const names: string[] = []
  function Part() {
    const { broadcasts, knowledge } = useMessages('broadcasts', 'knowledge')
    names.push(broadcasts.title, knowledge.title)
    return null
  }
  const shown = { language: 'en', base: await loadTexts('en', 'base') } as const
  const part = createElement(Suspense, null, createElement(Part, null))
  const page = renderToPipeableStream(createElement(MessagesContext, { value: shown }, part))
  await text(page.pipe(new PassThrough()))
  const areas = (['broadcasts', 'knowledge'] as const).map((area) => loadTexts('en', area))
  assert.deepEqual(
    names,
    (await Promise.all(areas)).map(({ title }) => title),
  )
})

test('every text is named somewhere outside the catalogs', async () => {
  const read = async (pattern: string, exclude: string[] = []) => {
    const names = globSync(pattern, { cwd: sources, exclude })
    return (await Promise.all(names.map((name) => readFile(path.join(sources, name), 'utf8')))).join('\n')
  }
  const named = new Set((await read('**/*.{ts,tsx}', ['messages/{en,de,es,ar}/**'])).match(/\w+/g))
  const keys = [...(await read('messages/en/*.tsx')).matchAll(/^ {2}(\w+):/gm)].map(([, key]) => key!)
  assert.ok(keys.length > 1_000, 'the keys are found')
  assert.deepEqual(
    keys.filter((key) => !named.has(key)),
    [],
  )
})

test('what an event may be about has a name in each language', async () => {
  await using modules = await buildMessages()
  const { loadTexts } = await modules.load<Texts>('texts')
  // The page of events calls these by the name that the changes have for them.
  const other = new Map([
    ['profile', 'person'],
    ['template', 'whatsapp_template'],
    ['sender', 'whatsapp_sender'],
  ])
  const kinds = new Set(eventTypes.map((type) => subjectKindOf(type)))
  for (const language of ['en', 'de', 'es', 'ar']) {
    const { kinds: named } = await loadTexts<{ kinds: Record<string, string> }>(language, 'shell')
    for (const kind of kinds) assert.ok((other.get(kind) ?? kind) in named, `${kind} in ${language}`)
  }
})

test('every effect that the server may name has a text in each language', async () => {
  await using modules = await buildMessages()
  const { loadTexts } = await modules.load<Texts>('texts')
  for (const language of ['en', 'de', 'es', 'ar'])
    assert.deepEqual(
      Object.keys(await loadTexts<Record<string, unknown>>(language, 'effects')).sort(),
      [...effectCodes].sort(),
      language,
    )
})

test('the plan is about WhatsApp messages in each language, and one further sender has one page', async () => {
  await using modules = await buildMessages()
  const { loadTexts } = await modules.load<Texts>('texts')
  type Counted = (shown: string, count: number) => string
  for (const language of ['en', 'de', 'es', 'ar']) {
    const effects = await loadTexts<Record<'plan_stops' | 'plan_resumes', Counted>>(language, 'effects')
    const { planActive } = await loadTexts<{ planActive: string }>(language, 'settings')
    for (const sentence of [effects.plan_stops('1', 1), effects.plan_resumes('1', 1), planActive])
      assert.match(sentence, /WhatsApp|واتساب/, language)
  }
  const { syncMore } = await loadTexts<{ syncMore: Counted }>('en', 'templates')
  assert.deepEqual(
    [syncMore('1', 1), syncMore('2', 2)],
    ['1 more sender: see its page.', '2 more senders: see their pages.'],
  )
})

/** Builds the texts for Node, which reads no TSX. They find React from below `node_modules`. */
async function buildMessages() {
  const outDir = path.resolve('node_modules', '.cache', `texts-${process.pid}`)
  const source = path.resolve('dashboard', 'src', 'messages')
  const input = [path.join(source, 'use-messages.ts'), path.join(source, 'texts.ts')]
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: true, outDir, emptyOutDir: true, rolldownOptions: { input } },
  })
  return {
    load: async <M>(name: string) => (await import(pathToFileURL(path.join(outDir, `${name}.js`)).href)) as M,
    [Symbol.asyncDispose]: () => rm(outDir, { recursive: true, force: true }),
  }
}
