/** Returns the text of a received message of this type, as people read it; null if it has none. */
export function receivedText(type: string, message: unknown): string | null {
  const at = (...path: string[]): string | null => textAt(message, path)
  switch (type) {
    case 'text':
      return at('text', 'body')
    case 'button':
      return at('button', 'text')
    case 'interactive':
      return (
        at('interactive', 'button_reply', 'title') ??
        at('interactive', 'list_reply', 'title') ??
        at('interactive', 'nfm_reply', 'body')
      )
    case 'reaction':
      return at('reaction', 'emoji')
    case 'image':
    case 'video':
      return at(type, 'caption')
    case 'document':
      return at('document', 'caption') ?? at('document', 'filename')
    case 'location':
      return at('location', 'name') ?? at('location', 'address')
    case 'order':
      return at('order', 'text')
    case 'contacts':
      return namesOf(memberOf(message, 'contacts'))
    default:
      return null
  }
}

function namesOf(contacts: unknown): string | null {
  if (!Array.isArray(contacts)) return null
  const names = contacts.flatMap((contact) => textAt(contact, ['name', 'formatted_name']) ?? [])
  return names.length === 0 ? null : names.join(', ')
}

function textAt(value: unknown, path: readonly string[]): string | null {
  const found = path.reduce(memberOf, value)
  return typeof found === 'string' && found !== '' ? found : null
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return Reflect.get(value, name)
}
