/** Who or what said the quoted text. The agent's prompt says that these marks hold data. */
export type QuoteMark = 'customer' | 'result' | 'colleague'

/** Marks a text as quoted. Marks within the text are made harmless, so that no text can end its own quote. */
export function quote(mark: QuoteMark, text: string): string {
  return `<${mark}>${text.replace(/<(?=\s*\/?\s*(?:customer|result|colleague)\b)/gi, '&lt;')}</${mark}>`
}
