import type { Texts } from '../messages/en.ts'
import { useMessages } from '../messages/use-messages.ts'
import { NumberField } from '../ui/number-field.tsx'
import { FormSection } from '../ui/section.tsx'
import { Select } from '../ui/select.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'

/** A domain's settings as the form has them: patterns one a line. */
export interface DomainValues {
  domain: string
  crawling_strategy: 'deep_crawl' | 'sitemap'
  crawler: 'crawler_a' | 'crawler_b'
  max_pages: number | null
  max_depth: number | null
  include_patterns: string
  exclude_patterns: string
  frequency_days: number | null
}

export const newDomain: DomainValues = {
  domain: '',
  crawling_strategy: 'deep_crawl',
  crawler: 'crawler_a',
  max_pages: 50,
  max_depth: 3,
  include_patterns: '',
  exclude_patterns: '',
  frequency_days: 30,
}

/** Writes the values as the API takes them. An empty number is left out: the server's default. */
export function domainBody(values: DomainValues) {
  const { max_pages, max_depth, frequency_days, include_patterns, exclude_patterns, ...rest } = values
  const lines = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  return {
    ...rest,
    include_patterns: lines(include_patterns),
    exclude_patterns: lines(exclude_patterns),
    ...(max_pages !== null && { max_pages }),
    ...(max_depth !== null && { max_depth }),
    ...(frequency_days !== null && { frequency_days }),
  }
}

/** Returns the label of a field. */
export function domainFieldName(field: string, texts: Texts['knowledge']): string {
  const names: Record<string, string> = {
    domain: texts.domain,
    include_patterns: texts.include,
    exclude_patterns: texts.exclude,
    crawling_strategy: texts.settings.strategy,
    crawler: texts.settings.crawler,
    max_pages: texts.settings.pages,
    max_depth: texts.settings.depth,
    frequency_days: texts.settings.every,
  }
  return names[field] ?? field
}

export interface DomainFieldsProps {
  values: DomainValues
  set: (more: Partial<DomainValues>) => void
  /** What the server says is wrong with a field; undefined: nothing. */
  faultAt: (field: string) => string | undefined
  /** A domain that is there keeps its name. */
  isNew: boolean
}

/** The settings of a domain's crawls. */
export function DomainFields({ values, set, faultAt, isNew }: DomainFieldsProps) {
  const { knowledge } = useMessages('knowledge')
  const choices = (all: Record<string, string>) =>
    Object.entries(all).map(([value, label]) => ({ value, label }))
  const number = (name: 'max_pages' | 'max_depth' | 'frequency_days') => ({
    value: values[name],
    onChange: (value: number | null) => set({ [name]: value }),
    fault: faultAt(name),
  })
  return (
    <>
      <FormSection title={knowledge.what}>
        <TextField
          label={knowledge.domain}
          hint={knowledge.domainHint}
          dir="ltr"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus={isNew}
          readOnly={!isNew}
          value={values.domain}
          onChange={({ target }) => set({ domain: target.value })}
          fault={faultAt('domain')}
        />
        {(['include_patterns', 'exclude_patterns'] as const).map((name) => (
          <TextArea
            key={name}
            label={name === 'include_patterns' ? knowledge.include : knowledge.exclude}
            hint={knowledge.patternsHint}
            optional
            mono
            dir="ltr"
            spellCheck={false}
            value={values[name]}
            onChange={({ target }) => set({ [name]: target.value })}
            fault={faultAt(name)}
          />
        ))}
      </FormSection>
      <FormSection title={knowledge.how}>
        <Select
          label={knowledge.settings.strategy}
          choices={choices(knowledge.strategies)}
          value={values.crawling_strategy}
          onChange={({ target }) =>
            set({ crawling_strategy: target.value as DomainValues['crawling_strategy'] })
          }
        />
        <Select
          label={knowledge.settings.crawler}
          choices={choices(knowledge.crawlers)}
          value={values.crawler}
          onChange={({ target }) => set({ crawler: target.value as DomainValues['crawler'] })}
        />
        <NumberField label={knowledge.settings.pages} hint={knowledge.pagesHint} {...number('max_pages')} />
        <NumberField label={knowledge.settings.depth} hint={knowledge.depthHint} {...number('max_depth')} />
      </FormSection>
      <FormSection title={knowledge.when}>
        <NumberField
          label={knowledge.settings.every}
          unit={knowledge.daysUnit}
          {...number('frequency_days')}
        />
      </FormSection>
    </>
  )
}
