import type { z } from 'zod'

interface Section {
  title?: string | undefined
}

/**
 * A check of the sections of a list taken together: with more than one, each needs a title, and the provider counts the
 * items over all of them.
 *
 * @param what names the items, in the plural.
 */
export function checkSections<OneSection extends Section>(
  itemsOf: (section: OneSection) => readonly unknown[],
  what: string,
  itemsMax: number,
) {
  return (sections: readonly OneSection[], context: z.core.$RefinementCtx): void => {
    for (const [index, { title }] of sections.entries())
      if (sections.length > 1 && title === undefined)
        context.addIssue({
          code: 'custom',
          path: [index, 'title'],
          message: 'is required where there is more than one section',
        })
    const items = sections.flatMap(itemsOf).length
    if (items > itemsMax)
      context.addIssue({
        code: 'custom',
        message: `must have at most ${itemsMax} ${what} in all, not ${items}`,
      })
  }
}
