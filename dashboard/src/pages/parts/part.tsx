import type { ReactNode } from 'react'
import { Section } from '../../ui/section.tsx'
import styles from '../parts.module.css'

/** A part, or some that go together, under its name. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <div className={styles.part}>{children}</div>
    </Section>
  )
}
