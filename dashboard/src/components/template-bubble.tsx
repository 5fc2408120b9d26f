import type { ReactNode } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import { PhoneBubble } from '../ui/phone-bubble.tsx'
import type { BubbleButton, BubbleHeader, BubblePiece } from '../ui/phone-bubble.tsx'

type Component = Readonly<Record<string, unknown>>

export interface TemplateBubbleProps {
  /** The definition in WhatsApp's format. */
  template: { provider_name: string; language: string; components: readonly unknown[] }
  /** Who it comes from. */
  from: ReactNode
  number?: ReactNode
  /** What variables become, by their names. Without, they are shown by their names. */
  values?: Readonly<Record<string, string>>
  time?: ReactNode
}

/** A template as a phone shows it. */
export function TemplateBubble({ template, from, number, values, time }: TemplateBubbleProps) {
  const { templates: texts } = useMessages('templates')
  const { components, language, provider_name } = template
  const parts = components.map(asRecord)
  const find = (type: string) => parts.find((part) => upper(part['type']) === type)
  const body = textIn(find('BODY'), 'text')
  const footer = textIn(find('FOOTER'), 'text')
  const header = find('HEADER')
  const buttons = find('BUTTONS')?.['buttons']
  return (
    <PhoneBubble
      label={texts.bubble(provider_name, language)}
      from={from}
      {...(number !== undefined && { number })}
      header={header === undefined ? null : headerOf(header, texts.headers, values)}
      body={body === '' ? [texts.noBody] : piecesOf(body, values)}
      footer={footer === '' ? null : footer}
      buttons={(Array.isArray(buttons) ? buttons : []).map((button: unknown) => buttonOf(asRecord(button)))}
      lang={language.replace('_', '-')}
      {...(time !== undefined && { time })}
    />
  )
}

/** Returns a text in pieces: its words, and its variables with their values. */
export function piecesOf(text: string, values?: Readonly<Record<string, string>>): BubblePiece[] {
  return text
    .split(/\{\{\s*(\w{1,100})\s*\}\}/)
    .map((piece, index) => (index % 2 === 0 ? piece : { name: piece, value: values?.[piece] || undefined }))
    .filter((piece) => piece !== '')
}

type HeaderTexts = Record<'image' | 'video' | 'document' | 'location', string>

function headerOf(
  header: Component,
  texts: HeaderTexts,
  values?: Readonly<Record<string, string>>,
): BubbleHeader | null {
  const format = upper(header['format'] ?? 'TEXT').toLowerCase()
  if (format === 'text') return { kind: 'text', pieces: piecesOf(textIn(header, 'text'), values) }
  if (format === 'image' || format === 'video' || format === 'document' || format === 'location')
    return { kind: format, label: values?.['header_media_url'] || texts[format] }
  return null
}

function buttonOf(button: Component): BubbleButton {
  const label = textIn(button, 'text') || upper(button['type'])
  const detail = (text: string) => (text === '' ? {} : { detail: <bdi dir="ltr">{text}</bdi> })
  switch (upper(button['type'])) {
    case 'QUICK_REPLY':
      return { kind: 'reply', label }
    case 'URL':
      return { kind: 'url', label, ...detail(textIn(button, 'url')) }
    case 'PHONE_NUMBER':
      return { kind: 'phone', label, ...detail(textIn(button, 'phone_number')) }
    case 'COPY_CODE':
    case 'OTP':
      return { kind: 'code', label }
    default:
      return { kind: 'other', label }
  }
}

function asRecord(value: unknown): Component {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function upper(value: unknown): string {
  return typeof value === 'string' ? value.toUpperCase() : ''
}

function textIn(part: Component | undefined, name: string): string {
  const value = part?.[name]
  return typeof value === 'string' ? value : ''
}
