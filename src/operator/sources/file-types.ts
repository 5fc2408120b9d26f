export const fileBytesMax = 20_000_000

export const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** MIME types by file extension. */
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

export const fileExtensions = Object.keys(types)

export function isHtmlType(type: string): boolean {
  return type === 'text/html' || type === 'application/xhtml+xml'
}

/** Returns the MIME type by the file's first bytes (PDF and Word), or else the declared one. */
export function typeByContent<Declared>(bytes: Buffer, declared: Declared): Declared | string {
  const start = bytes.toString('latin1', 0, 8).replace(/^\u00ef\u00bb\u00bf/, '')
  if (start.startsWith('%PDF-')) return 'application/pdf'
  return start.startsWith('PK\u0003\u0004') ? wordType : declared
}

/** Returns the MIME type of a file by its extension, or null if that is not supported. */
export function fileTypeOf(name: string): string | null {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(types, extension) ? types[extension]! : null
}
