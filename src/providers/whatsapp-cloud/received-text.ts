import { memberOf } from '../../base/unknown-shape.ts'

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

/** Types whose text is a name that others have given. */
const named: ReadonlySet<string> = new Set(['location', 'contacts'])

/**
 * Returns the words that a person has written, or the label of a button that they have chosen: the text of a message
 * but the names of files, places and contacts. Null if there are none.
 *
 * @param message.text what `receivedText` returned.
 * @param message.document the document as received; undefined if there is none.
 */
export function writtenText({
  type,
  text,
  document,
}: {
  type: string
  text: string | null
  document: unknown
}): string | null {
  if (type === 'document') return textAt(document, ['caption'])
  return named.has(type) ? null : text
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
