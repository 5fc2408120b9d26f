import type { Combination, Condition, Filter, Operand } from './tree.ts'

/**
 * The parts of a combination with the equalities on one path as a single one: `a` or `b` is any of both, neither `a` nor
 * `b` is none of both. The same holds of the same documents, but a path is gone through once and not a hundred times.
 */
export function foldEqualities({ kind, parts }: Combination): readonly Filter[] {
  const operandsOf = kind === 'and' ? refused : taken
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

function taken({ test }: Condition): readonly Operand[] | null {
  return test.kind === 'equals' ? test.operands : null
}

function refused({ test }: Condition): readonly Operand[] | null {
  const [only] = test.kind === 'not' ? test.tests : []
  return test.kind === 'not' && test.tests.length === 1 && only?.kind === 'equals' ? only.operands : null
}
