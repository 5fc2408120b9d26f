import { catalog } from '../src/events/catalog.ts'
import { eventTypes } from '../src/events/event-types.ts'

/** Returns the tables of `docs/events.md`: each type with when it happens, and the members of each shape of `data`. */
export function drawEvents(): string {
  const types = eventTypes.map((type) => [`\`${type}\``, catalog[type].when])
  const shapes = Map.groupBy(eventTypes, (type) => catalog[type].data)
  const rows = [...shapes].map(([data, all]) => {
    const { texts } = catalog[all[0]!]
    const members = (shape: object) =>
      Object.keys(shape)
        .map((name) => `\`${name}\``)
        .join(' ')
    return [
      all.map((type) => `\`${type}\``).join(' '),
      members(data.shape),
      texts === null ? 'none' : members(texts.shape),
    ]
  })
  return [
    table(['type', 'when'], types),
    'The members of `data`; `openapi.json` has their types, in its section `webhooks`:',
    table(['types', 'members', 'texts'], rows),
  ].join('\n\n')
}

/** Returns a table in Markdown, as the formatter writes it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]!.length), cell.length, 3),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [line(head), rule, ...rows.map(line)].join('\n')
}
