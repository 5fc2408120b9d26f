import { isDeepStrictEqual } from 'node:util'
import { templateStatusOf } from './template-status.ts'
import type { TemplateStatus } from './template-status.ts'

export const templateCategories = ['utility', 'marketing', 'authentication'] as const
export type TemplateCategory = (typeof templateCategories)[number]

/** A template as it is stored in the project. */
export interface StoredTemplate {
  _id: string
  /** Unique in the project. */
  name: string
  provider_name: string
  language: string
  category: TemplateCategory
  status: TemplateStatus
  components: unknown[]
}

/** A stored template that is compared with Meta's. */
export interface LockedTemplate extends StoredTemplate {
  /** Whether a webhook or a person has given it its status since reading Meta's templates began. */
  has_later_status?: boolean
}

/** A template as Meta has it. Name and language together identify it. */
export interface ProvidedTemplate {
  name: string
  language: string
  /** Meta's own words, these two. */
  status: string
  category: string | null
  components: readonly unknown[]
}

export interface TemplateChanges {
  added: Omit<StoredTemplate, '_id'>[]
  /** Stored templates that differ from Meta's, with their new content. */
  changed: StoredTemplate[]
  /** Stored templates that Meta no longer has. */
  disabled: StoredTemplate[]
  /** How many stored templates are up to date. */
  unchanged: number
}

/**
 * Returns the changes that make the stored templates of an account equal to Meta's.
 *
 * In a project, a name belongs to one template, which broadcasts refer to; at Meta, a name has one template for each
 * language. A stored template keeps its name and its language. A free name goes to the template in the project's
 * language, else to the first language by the alphabet. Further languages get names such as `order_update (de)`; if
 * another account of the project has that name, the name also contains the sender's. A template in another language
 * never replaces one that vanished: recipients would get messages in a language that nobody chose. A status that is
 * later than what was read stays.
 *
 * @param project.language BCP 47.
 * @param project.names all template names in the project, including those of its other accounts.
 */
export function templateChanges(
  stored: readonly LockedTemplate[],
  provided: readonly ProvidedTemplate[],
  project: { language: string; names: ReadonlySet<string>; senderName: string },
): TemplateChanges {
  const identity = (name: string, language: string) => JSON.stringify([name, language])
  const providedBy = new Map(
    provided.map((template) => [identity(template.name, template.language), template]),
  )
  const found = new Set<ProvidedTemplate>()
  const changes: TemplateChanges = { added: [], changed: [], disabled: [], unchanged: 0 }
  for (const template of stored) {
    const source = providedBy.get(identity(template.provider_name, template.language))
    if (source !== undefined) found.add(source)
    const read: StoredTemplate =
      source === undefined
        ? { ...template, status: 'disabled' }
        : { ...template, ...contentOf(source, template) }
    const wanted = template.has_later_status === true ? { ...read, status: template.status } : read
    if (isDeepStrictEqual(wanted, template)) changes.unchanged++
    else changes[source === undefined ? 'disabled' : 'changed'].push(wanted)
  }
  const names = new Set(project.names)
  const missing = [...providedBy.values()].filter((source) => !found.has(source))
  for (const source of missing.toSorted(byClosenessTo(project.language))) {
    const name = freeName(source, names, project.senderName)
    names.add(name)
    const { name: provider_name, language } = source
    changes.added.push({ name, provider_name, language, ...contentOf(source, null) })
  }
  return changes
}

type Content = Pick<StoredTemplate, 'category' | 'status' | 'components'>

/**
 * Returns the new content. Unknown categories and statuses keep the stored ones; a new template gets the strictest
 * ones.
 */
function contentOf(source: ProvidedTemplate, stored: StoredTemplate | null): Content {
  const category = source.category?.toLowerCase()
  return {
    category: templateCategories.find((known) => known === category) ?? stored?.category ?? 'marketing',
    status: templateStatusOf.get(source.status.toUpperCase()) ?? stored?.status ?? 'pending',
    components: [...source.components],
  }
}

function byClosenessTo(projectLanguage: string): (a: ProvidedTemplate, b: ProvidedTemplate) => number {
  const wanted = projectLanguage.toLowerCase().replaceAll('-', '_')
  const [wantedAlone] = wanted.split('_')
  const distance = ({ language }: ProvidedTemplate): number => {
    const own = language.toLowerCase()
    if (own === wanted) return 0
    if (own === wantedAlone) return 1
    return own.split('_')[0] === wantedAlone ? 2 : 3
  }
  const order = (template: ProvidedTemplate) =>
    [template.name, distance(template), template.language] as const
  return (a, b) => {
    const [ofA, ofB] = [order(a), order(b)]
    const at = ofA.findIndex((part, index) => part !== ofB[index])
    return at === -1 ? 0 : ofA[at]! < ofB[at]! ? -1 : 1
  }
}

function freeName(
  { name, language }: ProvidedTemplate,
  taken: ReadonlySet<string>,
  senderName: string,
): string {
  if (!taken.has(name)) return name
  const ofLanguage = `${name} (${language})`
  return taken.has(ofLanguage) ? `${name} (${language}, ${senderName})` : ofLanguage
}
