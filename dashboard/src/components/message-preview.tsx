import type { ReactNode } from 'react'
import type { Data } from '../api/operations.ts'
import styles from './message-preview.module.css'

export type Preview = NonNullable<Data<'checkWhatsappMessage'>['preview']>

export interface BubbleProps {
  header?: ReactNode
  body: ReactNode
  footer?: ReactNode
  buttons?: readonly ReactNode[]
}

/** A message as it stands on a phone: outline only. */
function Bubble({ header = null, body, footer = null, buttons = [] }: BubbleProps) {
  return (
    <div className={styles.phone}>
      <div className={styles.bubble}>
        {header !== null && <p className={styles.header}>{header}</p>}
        <p className={styles.body}>{body}</p>
        {footer !== null && <p className={styles.footer}>{footer}</p>}
        {buttons.length > 0 && (
          <ul className={styles.buttons}>
            {buttons.map((button, index) => (
              <li key={index}>{button}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

/** What a person sees of a message; what variables became is marked. */
export function MessagePreview({ preview }: { preview: Preview }) {
  const { header, body, footer, buttons } = preview
  return (
    <Bubble
      header={header.length === 0 ? null : <Pieces pieces={header} />}
      body={<Pieces pieces={body} />}
      footer={footer === null ? null : <span data-stored="">{footer}</span>}
      buttons={buttons.map((label) => (
        <bdi key={label}>{label}</bdi>
      ))}
    />
  )
}

function Pieces({ pieces }: { pieces: Preview['body'] }) {
  return (
    <span data-stored="" dir="auto">
      {pieces.map(({ text, variable }, index) =>
        variable === null ? (
          text
        ) : (
          <mark key={index}>
            <bdi>{text}</bdi>
          </mark>
        ),
      )}
    </span>
  )
}
