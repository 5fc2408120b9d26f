import { Children, cloneElement, isValidElement } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { en } from './en.ts'
import type { Texts } from './en.ts'

/**
 * Returns English mirrored and a third longer, between marks. It shows texts that are not from the catalog (their marks
 * are missing), rooms that are too narrow, and what does not mirror.
 */
export async function pseudoTexts<A extends keyof Texts>(area: A): Promise<Texts[A]> {
  const texts = pseudoOf(await en[area]()) as Texts[A]
  return area === 'base' ? { ...texts, locale: 'en-GB', direction: 'rtl' } : texts
}

/**
 * Added to texts, as often as they are long. It has words, because no language makes a text longer by a word of a line.
 */
const padding = 'ëïöüáéíóú '

/** Returns a text a third longer, between marks. */
function pseudoText(text: string): string {
  // Numbers and signs have no words.
  if (!/\p{L}/u.test(text)) return text
  // A text of the catalog inside of another one: the outer marks stand for both.
  if (/[⟦⟧]/.test(text)) return pseudoText(text.replaceAll(/[⟦⟧]/g, ''))
  const length = Math.ceil(text.length / 3)
  return `⟦${text}${padding.repeat(Math.ceil(length / padding.length)).slice(0, length)}⟧`
}

function pseudoOf(value: unknown): unknown {
  if (typeof value === 'string') return pseudoText(value)
  if (typeof value === 'function') {
    const make = value as (...args: unknown[]) => unknown
    return (...args: unknown[]) => pseudoOf(make(...args))
  }
  if (isValidElement(value)) return pseudoNode(value)
  if (Array.isArray(value)) return value.map(pseudoOf)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, pseudoOf(one)]))
  return value
}

/** Marks the texts of a node; what was put into it keeps as it is inside of elements of its own. */
function pseudoNode(node: ReactNode): ReactNode {
  if (typeof node === 'string') return pseudoText(node)
  if (!isValidElement(node)) return node
  const { children } = (node as ReactElement<{ children?: ReactNode }>).props
  if (children === undefined) return node
  return cloneElement(node, {}, ...Children.toArray(children).map((child) => pseudoNode(child)))
}
