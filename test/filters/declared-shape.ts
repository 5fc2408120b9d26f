import type { Fields as Declared, ObjectShape, Shape } from '../../src/filters/fields.ts'
import type { FieldKind, Fields, ScalarKind } from './shape.ts'

/** Returns the fields in the form of the model. */
export function fieldsOfModel(fields: Declared): Fields {
  const kinds = [...fields].map(
    ([name, field]) => [name, kindOf(field.kind === 'document' ? field.shape : field.kind)] as const,
  )
  return Object.fromEntries(kinds)
}

function kindOf(shape: Shape): FieldKind {
  if (shape === 'open') return 'bag'
  if (typeof shape === 'string') return shape === 'id' ? 'string' : shape
  if (shape.kind === 'object') return { type: 'object', fields: membersOf(shape) }
  const { each } = shape
  if (typeof each === 'object' && each.kind === 'object') return { type: 'array', items: membersOf(each) }
  return { type: 'list', each: kindOf(each) as ScalarKind }
}

function membersOf({ members }: ObjectShape): Fields {
  return Object.fromEntries([...members].map(([name, shape]) => [name, kindOf(shape)] as const))
}
