import { elementsOf, parseXml, textOf } from './xml.ts'
import type { XmlElement } from './xml.ts'

/** The largest document, in bytes. Provider: error 11750. */
export const documentBytesMax = 65_536

/** Parsed instructions. */
export type TwimlDocument = {
  /** The document's URL, against which relative addresses are resolved; null for inline instructions. */
  readonly base: string | null
  readonly verbs: readonly XmlElement[]
}

export type TwimlResult =
  | { kind: 'document'; document: TwimlDocument }
  /** `code` is Twilio's: 11750 too large, 12300 content type, 12100 not XML, 12200 another root element. */
  | { kind: 'refused'; code: number; reason: string }

/** Parses a document that was received over HTTP with a 2xx status. */
export function parseTwiml(body: Buffer, contentType: string | null, base: string | null): TwimlResult {
  if (body.length > documentBytesMax) return { kind: 'refused', code: 11750, reason: 'document over 64 KB' }
  const type = (contentType ?? '').split(';')[0]!.trim().toLowerCase()
  if (!/^(?:text\/xml|application\/(?:[\w.-]+\+)?xml)$/.test(type)) {
    return { kind: 'refused', code: 12300, reason: `content type "${type}" is not XML` }
  }
  let text
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch (error) {
    if (error instanceof TypeError) return { kind: 'refused', code: 12100, reason: 'not UTF-8' }
    throw error
  }
  return parseTwimlText(text, base)
}

/** Parses inline instructions. */
export function parseTwimlText(text: string, base: string | null): TwimlResult {
  const xml = parseXml(text)
  if (xml.kind === 'malformed') return { kind: 'refused', code: 12100, reason: xml.reason }
  if (xml.root.name !== 'Response') {
    return { kind: 'refused', code: 12200, reason: `the root element is <${xml.root.name}>, not <Response>` }
  }
  return { kind: 'document', document: { base, verbs: elementsOf(xml.root) } }
}

/** Returns the URL of an attribute or text; null if it is relative without a base, or not HTTP. */
export function resolveAddress(address: string, base: string | null): string | null {
  const url = URL.parse(address.trim(), base ?? undefined)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null
}

/** Returns a whole number from an attribute, limited to the bounds; `otherwise` if it is absent or no whole number. */
export function wholeNumber(
  text: string | undefined,
  otherwise: number,
  least: number,
  most: number,
): number {
  if (text === undefined || !/^\d{1,9}$/.test(text.trim())) return otherwise
  return Math.min(most, Math.max(least, Number(text)))
}

/** Returns the spoken text of a Say: without markup, and with single spaces. */
export function spokenText(say: XmlElement): string {
  return textOf(say).replaceAll(/\s+/g, ' ').trim()
}
