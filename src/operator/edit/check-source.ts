import { isMap, isSeq } from 'yaml'
import type { Node, Pair } from 'yaml'
import { checkWorkflow } from '../../workflows/check-definition.ts'
import { parseDeclaration } from '../apply/parse-declaration.ts'

/** A fault of a workflow's source. */
export interface SourceFault {
  /** Such as `steps.ask.branches[0].next`; empty for the whole, and where the source can not be read. */
  path: string
  message: string
  /** From 1. */
  line: number
  /** From 1. */
  column: number
}

export type SourceCheck = { ok: true; definition: object } | { ok: false; faults: SourceFault[] }

/** Checks a workflow definition in YAML or JSON, and finds the line of each fault. */
export function checkSource(text: string): SourceCheck {
  const parsed = parseDeclaration(text)
  if (!parsed.ok)
    return {
      ok: false,
      faults: parsed.faults.map(({ path, message }) => {
        const [, line = '1', column = '1'] = /^line (\d+), column (\d+)$/.exec(path) ?? []
        return { path: '', message, line: Number(line), column: Number(column) }
      }),
    }
  const checked = checkWorkflow(parsed.value)
  if (checked.ok) return { ok: true, definition: checked.definition }
  const { contents, lines } = parsed.parsed
  const pairs = new Map<unknown, Map<string, Pair>>()
  return {
    ok: false,
    faults: checked.faults.map(({ path, message }) => {
      const { line, col } = lines.linePos(offsetOf(contents, partsOf(path), pairs))
      return { path, message, line, column: col }
    }),
  }
}

/** Returns the parts of a path as faults name it. */
function partsOf(path: string): (string | number)[] {
  const part = /\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|\.?([^.[\]]+)/g
  return [...path.matchAll(part)].map(([, index, quoted, name]) => {
    if (index !== undefined) return Number(index)
    return quoted === undefined ? name! : String(JSON.parse(quoted))
  })
}

/**
 * Returns the offset of a path: of the field's name, since its value may stand on the next line. If the path is
 * missing, returns the offset of the innermost part of it that exists.
 *
 * @param pairs keeps the fields of the mappings by name, since there may be many faults.
 */
function offsetOf(
  contents: Node | null,
  parts: readonly (string | number)[],
  pairs: Map<unknown, Map<string, Pair>>,
): number {
  let node: unknown = contents
  let offset = contents?.range?.[0] ?? 0
  for (const part of parts) {
    if (isMap(node)) {
      const named = pairs.get(node) ?? new Map(node.items.map((each) => [String(each.key), each]))
      pairs.set(node, named)
      const pair = named.get(String(part))
      if (pair === undefined) break
      offset = (pair.key as Node).range?.[0] ?? offset
      node = pair.value
    } else if (isSeq(node)) {
      const item = node.items[Number(part)] as Node | undefined
      if (item === undefined) break
      offset = item.range?.[0] ?? offset
      node = item
    } else break
  }
  return offset
}
