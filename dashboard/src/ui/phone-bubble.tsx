import { ExternalLink, File, Image, MapPin, Phone, Play, Reply, Copy, ListChecks } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './phone-bubble.module.css'

/** A piece of a text: words, or a variable, with its value where one is known. */
export type BubblePiece = string | { name: string; value?: string | undefined }

export type BubbleHeader =
  | { kind: 'text'; pieces: readonly BubblePiece[] }
  | { kind: 'image' | 'video' | 'document' | 'location'; label: ReactNode }

export interface BubbleButton {
  kind: 'reply' | 'url' | 'phone' | 'code' | 'other'
  label: string
  /** Where it leads, or what it copies, in 12 px. */
  detail?: ReactNode
}

export interface PhoneBubbleProps {
  /** For screen readers: what the message is. */
  label: string
  /** Who it comes from, at the top of the phone. */
  from?: ReactNode
  number?: ReactNode
  header: BubbleHeader | null
  body: readonly BubblePiece[]
  footer: string | null
  buttons: readonly BubbleButton[]
  /** The message's language, BCP 47. */
  lang?: string | undefined
  time?: ReactNode
}

const headerSigns = { image: Image, video: Play, document: File, location: MapPin }
const buttonSigns = { reply: Reply, url: ExternalLink, phone: Phone, code: Copy, other: ListChecks }

/** A message as a phone shows it, in outline. What a variable is, or became, is marked. */
export function PhoneBubble({
  label,
  from,
  number,
  header,
  body,
  footer,
  buttons,
  lang,
  time,
}: PhoneBubbleProps) {
  return (
    <figure className={styles.phone} aria-label={label}>
      {from !== undefined && (
        <div className={styles.top}>
          <span>{from}</span>
          {number !== undefined && <span>{number}</span>}
        </div>
      )}
      <div className={styles.bubble}>
        <div className={styles.content} lang={lang} data-stored="">
          {header !== null && <Header header={header} />}
          <p className={styles.body} dir="auto">
            <Pieces pieces={body} />
          </p>
          {(footer !== null || time !== undefined) && (
            <div className={styles.foot}>
              <span dir="auto">{footer}</span>
              {time}
            </div>
          )}
        </div>
        {buttons.length > 0 && (
          <ul className={styles.buttons}>
            {buttons.map((button, index) => (
              <Button key={index} {...button} />
            ))}
          </ul>
        )}
      </div>
    </figure>
  )
}

function Header({ header }: { header: BubbleHeader }) {
  if (header.kind === 'text')
    return (
      <p className={styles.title} dir="auto">
        <Pieces pieces={header.pieces} />
      </p>
    )
  const Sign = headerSigns[header.kind]
  return (
    <div className={styles.media}>
      <Sign size={18} strokeWidth={1.5} aria-hidden="true" />
      <span>{header.label}</span>
    </div>
  )
}

function Button({ kind, label, detail }: BubbleButton) {
  const Sign = buttonSigns[kind]
  return (
    <li className={styles.button}>
      <span className={styles.buttonName} data-stored="">
        <Sign size={14} strokeWidth={1.75} aria-hidden="true" />
        <bdi>{label}</bdi>
      </span>
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
    </li>
  )
}

function Pieces({ pieces }: { pieces: readonly BubblePiece[] }) {
  return pieces.map((piece, index) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      // Within the mark, a line could end between its edge and its words.
      <bdi key={index}>
        <mark className={styles.variable} title={piece.name}>
          {piece.value ?? `{{${piece.name}}}`}
        </mark>
      </bdi>
    ),
  )
}
