import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { templateChanges } from './template-changes.ts'
import type { ProvidedTemplate, StoredTemplate } from './template-changes.ts'

const body = [{ type: 'BODY', text: 'Hello {{name}}' }]

function stored(name: string, more: Partial<StoredTemplate> = {}): StoredTemplate {
  const rest = { category: 'utility', status: 'approved', components: body } as const
  return { _id: `id of ${name}`, name, provider_name: name, language: 'en', ...rest, ...more }
}

function provided(name: string, more: Partial<ProvidedTemplate> = {}): ProvidedTemplate {
  return { name, language: 'en', status: 'APPROVED', category: 'UTILITY', components: body, ...more }
}

function changesOf(
  here: StoredTemplate[],
  there: ProvidedTemplate[],
  { language = 'en', others = [] as string[] } = {},
) {
  const names = new Set([...here.map(({ name }) => name), ...others])
  return templateChanges(here, there, { language, names, senderName: 'main' })
}

const added = (there: ProvidedTemplate[], here: StoredTemplate[] = [], options = {}) =>
  changesOf(here, there, options).added.map(({ name, provider_name, language }) => [
    name,
    provider_name,
    language,
  ])

describe('what is stored', () => {
  it('is unchanged if it is equal, whatever the order of members', () => {
    const there = [provided('a', { components: [{ text: 'Hello {{name}}', type: 'BODY' }] })]
    assert.deepEqual(changesOf([stored('a')], there), { added: [], changed: [], disabled: [], unchanged: 1 })
  })

  it('gets status, category and components of the provider, and keeps its name', () => {
    const here = stored('a (de)', { provider_name: 'a', language: 'de' })
    const components = [{ type: 'BODY', text: 'Hallo' }]
    const there = provided('a', { language: 'de', status: 'PAUSED', category: 'MARKETING', components })
    assert.deepEqual(changesOf([here], [there]).changed, [
      { ...here, status: 'paused', category: 'marketing', components },
    ])
  })

  it('keeps its category and status if the provider’s words are unknown', () => {
    const here = stored('a', { status: 'paused', category: 'marketing' })
    for (const [status, category] of [
      ['FLAGGED', 'MARKETING'],
      ['PAUSED', 'TICKET_UPDATE'],
      ['PAUSED', null],
    ] as const)
      assert.equal(changesOf([here], [provided('a', { status, category })]).unchanged, 1)
  })

  it('is disabled, once, if the provider no longer has it', () => {
    const gone = stored('a')
    assert.deepEqual(changesOf([gone], [provided('b')]).disabled, [{ ...gone, status: 'disabled' }])
    assert.equal(changesOf([{ ...gone, status: 'disabled' }], [provided('b')]).unchanged, 1)
  })

  it('is not replaced by its own name in another language', () => {
    const changes = changesOf([stored('a')], [provided('a', { language: 'de' })])
    assert.deepEqual(
      changes.disabled.map(({ name }) => name),
      ['a'],
    )
    assert.deepEqual(
      changes.added.map(({ name }) => name),
      ['a (de)'],
    )
  })

  it('may be there twice, after a declaration took the language of another record', () => {
    const here = [stored('a', { language: 'de' }), stored('a (de)', { provider_name: 'a', language: 'de' })]
    const changes = changesOf(here, [provided('a', { language: 'de', status: 'PAUSED' })])
    assert.deepEqual(
      changes.changed.map(({ name, status }) => [name, status]),
      [
        ['a', 'paused'],
        ['a (de)', 'paused'],
      ],
    )
  })
})

describe('what is added', () => {
  it('has the provider’s name, and the language beside it if the name is taken', () => {
    const there = [provided('a', { language: 'de' }), provided('b'), provided('a')]
    assert.deepEqual(added(there, [stored('a')]), [
      ['a (de)', 'a', 'de'],
      ['b', 'b', 'en'],
    ])
  })

  it('leaves the bare name to the project’s language, then to the nearest, then to the first by the alphabet', () => {
    const bare = (language: string, ...languages: string[]) =>
      added(
        languages.map((each) => provided('a', { language: each })),
        [],
        { language },
      ).find(([name]) => name === 'a')?.[2]
    assert.equal(bare('pt-BR', 'de', 'pt', 'pt_BR', 'pt_PT'), 'pt_BR')
    assert.equal(bare('pt-BR', 'de', 'pt_PT', 'pt'), 'pt')
    assert.equal(bare('pt', 'de', 'pt_PT', 'pt_BR'), 'pt_BR')
    assert.equal(bare('fr', 'it', 'de'), 'de')
  })

  it('names the sender too if another account of the project has the name', () => {
    const there = [provided('a', { language: 'de' })]
    assert.deepEqual(added(there, [], { others: ['a', 'a (de)'] }), [['a (de, main)', 'a', 'de']])
  })

  it('counts as marketing and can not be sent if the provider’s words are unknown', () => {
    const [template] = changesOf([], [provided('a', { status: 'FLAGGED', category: 'TICKET_UPDATE' })]).added
    assert.deepEqual([template?.category, template?.status], ['marketing', 'pending'])
  })

  it('is added once, however often the provider reports it', () => {
    assert.equal(added([provided('a'), provided('a')]).length, 1)
  })
})
