import type { Combination, Condition, Filter, Operand } from './tree.ts'

/**
 * Returns the parts of a combination with all equalities on one path merged into one. `x = a or x = b` becomes `x in
 * (a, b)`, and `x <> a and x <> b` becomes `x not in (a, b)`. The result matches the same documents, but evaluates each
 * path once.
 */
export function foldEqualities({ kind, parts }: Combination): readonly Filter[] {
  const operandsOf = kind === 'and' ? excludedOperands : equalOperands
  const alike = (part: Filter) =>
    part.kind === 'condition' && operandsOf(part) !== null ? JSON.stringify([part.field, ...part.path]) : part
  return [...Map.groupBy(parts, alike).values()].map((group) => {
    const conditions = group.filter((part) => part.kind === 'condition')
    const [first] = conditions
    if (first === undefined || conditions.length === 1) return group[0]!
    const equals = { kind: 'equals', operands: conditions.flatMap((part) => operandsOf(part) ?? []) } as const
    return { ...first, test: kind === 'and' ? { kind: 'not', tests: [equals] } : equals }
  })
}

function equalOperands({ test }: Condition): readonly Operand[] | null {
  return test.kind === 'equals' ? test.operands : null
}

function excludedOperands({ test }: Condition): readonly Operand[] | null {
  const [only] = test.kind === 'not' ? test.tests : []
  return test.kind === 'not' && test.tests.length === 1 && only?.kind === 'equals' ? only.operands : null
}
