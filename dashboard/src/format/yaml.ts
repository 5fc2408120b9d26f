/** Values that need no quotes: words that YAML reads as text in every version. */
const plain = /^[A-Za-z][\w ,.'’()/-]*[\w.)’]$|^[A-Za-z]$/
const otherValues = /^(?:true|false|null|yes|no|on|off|y|n)$/i

/** Writes JSON as YAML in blocks, for people who edit it. Whatever could be read as something else stands in quotes. */
function formatYaml(value: unknown, indent = ''): string {
  if (Array.isArray(value)) return value.length === 0 ? ' []\n' : `\n${itemsOf(value, indent)}`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    return entries.length === 0 ? ' {}\n' : `\n${entriesOf(entries, indent)}`
  }
  return ` ${scalarOf(value)}\n`
}

/** Writes a whole document. */
export function formatYamlDocument(value: unknown): string {
  return formatYaml(value).replace(/^\s+/, '')
}

function entriesOf(entries: [string, unknown][], indent: string): string {
  return entries.map(([name, one]) => `${indent}${scalarOf(name)}:${formatYaml(one, `${indent}  `)}`).join('')
}

function itemsOf(items: readonly unknown[], indent: string): string {
  return items.map((item) => `${indent}-${formatYaml(item, `${indent}  `).replace(/^\n\s*/, ' ')}`).join('')
}

function scalarOf(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  return plain.test(value) && !otherValues.test(value) ? value : JSON.stringify(value)
}
