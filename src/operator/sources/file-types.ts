export const fileBytesMax = 20_000_000

export const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** MIME types by the ends of names that they go by. */
const types: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'application/xhtml+xml',
  md: 'text/markdown',
  markdown: 'text/markdown',
  txt: 'text/plain',
  text: 'text/plain',
  docx: wordType,
}

export const fileEndings = Object.keys(types)

export function isHtmlType(type: string): boolean {
  return type === 'text/html' || type === 'application/xhtml+xml'
}

/** The MIME type by the first bytes, whatever the name or the server says; else the one that these say. */
export function typeByContent<Declared>(bytes: Buffer, declared: Declared): Declared | string {
  const start = bytes.toString('latin1', 0, 8).replace(/^\u00ef\u00bb\u00bf/, '')
  if (start.startsWith('%PDF-')) return 'application/pdf'
  return start.startsWith('PK\u0003\u0004') ? wordType : declared
}

/** The MIME type of a file by its name; null where it is none that is taken. */
export function fileTypeOf(name: string): string | null {
  const ending = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(types, ending) ? types[ending]! : null
}
