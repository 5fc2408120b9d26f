import { variablesOf } from '../base/fill-text.ts'

/**
 * Returns the members of a root that the templates output and for which they have no `default`, such as `name` for `{{
 * customer.name }}`. If a customer lacks one, something is missing in what is spoken.
 */
export function neededVariables(templates: readonly string[], root: string): string[] {
  const needed = new Set<string>()
  for (const template of templates)
    for (const name of variablesOf(template, root))
      for (const [output] of template.matchAll(/\{\{[^}]*\}\}/g))
        if (readsMember(output, root, name) && !/\|\s*default\b/.test(output)) needed.add(name)
  return [...needed]
}

function readsMember(output: string, root: string, name: string): boolean {
  return new RegExp(`\\b${RegExp.escape(root)}\\s*(?:\\.\\s*${RegExp.escape(name)}(?![\\w-])|\\[)`).test(
    output,
  )
}

/** Returns all texts inside of a value, such as the templates of a workflow's definition. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}
