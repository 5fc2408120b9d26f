import { LineCounter, isCollection, parseDocument } from 'yaml'
import type { Document } from 'yaml'
import { checkWorkflow } from './check-definition.ts'

/** The longest source of a workflow, in characters. */
export const sourceCharsMax = 500_000

/** The most repetitions of anchors, counted through aliases of aliases. */
const aliasesMax = 1_000
/** After one mistake the parser often misreads what follows. */
const syntaxFaultsMax = 10

/** Something that is wrong with the source of a workflow. */
export interface SourceFault {
  /** Such as `steps.ask.next`; empty for a fault of the syntax or of the whole. */
  path: string
  message: string
  /** From 1; the place in the source, of the nearest part that stands there. */
  line: number
  column: number
}

/** Checks the source of a workflow, in YAML or JSON. Returns its faults in the order of their lines; none if it is sound. */
export function checkSource(source: string): SourceFault[] {
  const lines = new LineCounter()
  const document = parseDocument(source, {
    version: '1.2',
    merge: true,
    stringKeys: true,
    prettyErrors: false,
    logLevel: 'error',
    lineCounter: lines,
  })
  const placed = (path: string, message: string, offset: number): SourceFault => {
    const { line, col } = lines.linePos(offset)
    return { path, message, line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const problems = [...document.errors, ...document.warnings].slice(0, syntaxFaultsMax)
  if (problems.length > 0)
    return problems.map((problem) =>
      placed('', `is neither YAML nor JSON: ${problem.message}`, problem.pos[0]),
    )
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: aliasesMax })
  } catch {
    return [placed('', 'has anchors, aliases or merges that can not be followed', 0)]
  }
  const checked = checkWorkflow(value)
  if (checked.ok) return []
  return checked.faults
    .map(({ path, message }) => placed(path, message, offsetOf(document, partsOf(path))))
    .sort((one, other) => one.line - other.line || one.column - other.column)
}

/** Returns where the value at a path begins, or its nearest parent that is there. */
function offsetOf(document: Document.Parsed, parts: readonly (string | number)[]): number {
  for (let length = parts.length; length > 0; length--) {
    const path = parts.slice(0, length)
    // The name of a field says more than its value, which may begin on the next line.
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
    const name = path.at(-1)!
    if (isCollection(parent) && 'items' in parent)
      for (const item of parent.items) {
        const key = (item as { key?: { value?: unknown; range?: [number, number, number] } }).key
        if (key?.range !== undefined && String(key.value) === String(name)) return key.range[0]
      }
    const node = document.getIn(path, true) as { range?: [number, number, number] } | undefined
    if (node?.range) return node.range[0]
  }
  return document.contents?.range?.[0] ?? 0
}

/** Reads a path as `formatPath` writes it: `steps.ask.branches[0].next`, `steps["two words"]`. */
function partsOf(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/g)].map(([, index, quoted, name]) =>
    index !== undefined ? Number(index) : quoted !== undefined ? (JSON.parse(quoted) as string) : name!,
  )
}
