import { useId } from 'react'
import type { ReactNode } from 'react'
import styles from './section.module.css'

export interface SectionProps {
  title: ReactNode
  /** At the end of the head, in 12 px. */
  aside?: ReactNode
  children: ReactNode
}

/** A part of a page: its head on a hairline. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </div>
      {children}
    </section>
  )
}

export interface FormSectionProps {
  title: string
  /** "changed", once a field inside differs from what is saved. */
  note?: ReactNode
  children: ReactNode
  /** Leads here from the save bar. */
  id?: string
}

/** A part of a form: what it is about at the start, its fields beside that. */
export function FormSection({ title, note, children, id }: FormSectionProps) {
  const made = useId()
  return (
    <section className={styles.form} aria-labelledby={made} id={id} tabIndex={-1}>
      <div className={styles.formHead}>
        <h2 id={made} className={styles.title}>
          {title}
        </h2>
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </div>
      <div className={styles.formBody}>{children}</div>
    </section>
  )
}

/** Names and values, one below the other. */
export function Facts({ facts }: { facts: readonly { name: ReactNode; value: ReactNode }[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }, index) => (
        <div key={index} className={styles.fact}>
          <dt className={styles.factName}>{name}</dt>
          <dd className={styles.factValue}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
