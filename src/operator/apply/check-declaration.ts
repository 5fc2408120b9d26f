import { checkFields } from './check-fields.ts'
import { checkDefinitions, checkRepetitions } from './check-records.ts'
import type { Declaration } from './declaration.ts'
import { checkJsonValue } from './json-value.ts'
import { outlineOf } from './outline.ts'
import type { Outline } from './outline.ts'
import type { DeclarationFault } from './sort-faults.ts'

/** What is known of a declaration before it is compared with the stored records. */
export interface CheckedDeclaration {
  faults: DeclarationFault[]
  /** Null where the value can not even be walked; then nothing else may be checked. */
  outline: Outline | null
  /** With defaults; null if there are faults. */
  declaration: Declaration | null
}

/** Checks what a declaration says by itself: its fields, names that stand twice, numbers, and workflow definitions. */
export function checkDeclaration(value: unknown): CheckedDeclaration {
  const json = checkJsonValue(value)
  if (!json.sound) return { faults: json.faults, outline: null, declaration: null }
  const fields = checkFields(value)
  const outline = outlineOf(value)
  const faults = [
    ...json.faults,
    ...(fields.ok ? [] : fields.faults),
    ...outline.faults,
    ...checkRepetitions(outline),
    ...checkDefinitions(value, outline),
  ]
  return { faults, outline, declaration: fields.ok && faults.length === 0 ? fields.declaration : null }
}
