import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import type { Document, Node, YAMLError } from 'yaml'
import type { Fault } from '../../base/faults.ts'

/** The largest declaration, in bytes of UTF-8. */
export const declarationBytesMax = 10_000_000

/** The most repetitions of anchors, counted through aliases of aliases; more is taken for an attack. */
const aliasesMax = 1_000

/**
 * The most aliases, times the aliases and anchors among which the parser looks for each; as many take some 100 ms. It
 * is reached with 3,000 aliases.
 */
const aliasLookUpsMax = 10_000_000

/** The most merges (`<<`), times the fields of all anchors that they may copy; as many take some 200 ms. */
const mergedFieldsMax = 200_000

/** The most syntax faults reported at once: after one mistake the parser often misreads what follows. */
const faultsMax = 10

type Parsed = { ok: true; value: unknown } | { ok: false; faults: Fault[] }

/** A text that was read, with the places of its parts. */
export interface ParsedText {
  contents: Node | null
  lines: LineCounter
}

/**
 * Reads a declaration in JSON or YAML 1.2. JSON is a subset of YAML, so one parser reads both, and finds repeated
 * fields in either. The path of a fault is its line and column. `value` is what the text says, unchecked.
 */
export function parseDeclaration(
  text: string,
): { ok: true; value: unknown; parsed: ParsedText } | { ok: false; faults: Fault[] } {
  if (Buffer.byteLength(text) > declarationBytesMax)
    return refuse([{ path: '', message: `must have at most ${declarationBytesMax} bytes` }])
  const lines = new LineCounter()
  const document = parseDocument(text, {
    version: '1.2',
    merge: true,
    // Keys must be text, since JSON has no mappings as keys.
    stringKeys: true,
    // The parser compares each key with all before it.
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'error',
    lineCounter: lines,
  })
  // The parser only warns of an unknown tag, but the operator meant something by it.
  const problems: Problem[] = [...document.errors, ...document.warnings]
  const depth = problems.find(({ code }) => code === 'RESOURCE_EXHAUSTION')
  if (depth !== undefined) return refuse([faultOf(depth, lines)])
  const { repeated, aliases, anchors, merges, anchoredFields } = examine(document.contents)
  problems.push(...repeated.slice(0, faultsMax))
  if (problems.length > 0)
    return refuse(problems.toSorted((a, b) => a.pos[0] - b.pos[0]).map((problem) => faultOf(problem, lines)))
  if (document.contents === null) return refuse([{ path: '', message: 'is empty' }])
  if (aliases * (aliases + anchors) > aliasLookUpsMax || merges * anchoredFields > mergedFieldsMax)
    return refuse([{ path: '', message: aliasMessage('Excessive alias count') }])
  const resolved = resolveAliases(document)
  return resolved.ok ? { ...resolved, parsed: { contents: document.contents, lines } } : resolved
}

type Problem = Pick<YAMLError, 'code' | 'message' | 'pos'>

interface Examined {
  /** The fields that are repeated in a mapping. */
  repeated: Problem[]
  aliases: number
  anchors: number
  merges: number
  /** The fields of all mappings with an anchor. */
  anchoredFields: number
}

/** Finds the fields that are repeated in a mapping, and counts what costs time to resolve. */
function examine(contents: Node | null): Examined {
  const repeated: Problem[] = []
  let [aliases, anchors, merges, anchoredFields] = [0, 0, 0, 0]
  const open: unknown[] = [contents]
  while (open.length > 0) {
    const node = open.pop()
    if (isAlias(node)) aliases++
    else if ((isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined) anchors++
    if (isSeq(node)) for (const item of node.items) open.push(item)
    if (!isMap(node)) continue
    if (node.anchor !== undefined) anchoredFields += node.items.length
    const names = new Set<unknown>()
    for (const { key, value } of node.items) {
      open.push(key, value)
      if (!isScalar(key)) continue
      if (key.value === '<<') merges += isSeq(value) ? value.items.length : 1
      const at = key.range?.[0] ?? 0
      if (names.has(key.value)) repeated.push({ code: 'DUPLICATE_KEY', message: '', pos: [at, at] })
      names.add(key.value)
    }
  }
  const inOrder = repeated.toSorted((a, b) => a.pos[0] - b.pos[0])
  return { repeated: inOrder, aliases, anchors, merges, anchoredFields }
}

function resolveAliases(document: Document.Parsed): Parsed {
  try {
    return { ok: true, value: document.toJS({ maxAliasCount: aliasesMax }) }
  } catch (error) {
    // The text is well-formed, so the error is about aliases: without anchor, multiplying, or merged wrongly.
    const message = error instanceof Error ? error.message : ''
    return refuse([{ path: '', message: aliasMessage(message) }])
  }
}

function refuse(faults: Fault[]): { ok: false; faults: Fault[] } {
  const byLine = new Map<string, Fault>()
  for (const fault of faults) if (!byLine.has(fault.path)) byLine.set(fault.path, fault)
  return { ok: false, faults: [...byLine.values()].slice(0, faultsMax) }
}

function faultOf(problem: Problem, lines: LineCounter): Fault {
  const { line, col } = lines.linePos(problem.pos[0])
  return { path: `line ${line}, column ${col}`, message: syntaxMessage(problem) }
}

function syntaxMessage(problem: Problem): string {
  switch (problem.code) {
    case 'DUPLICATE_KEY':
      return 'this field is repeated here'
    case 'MULTIPLE_DOCS':
      return 'a second document begins here; a declaration has only one'
    case 'RESOURCE_EXHAUSTION':
      return 'is nested too deeply'
    case 'NON_STRING_KEY':
      return 'the name of a field must be text'
    case 'TAG_RESOLVE_FAILED':
      return 'this tag has no meaning here'
    default:
      return `is neither YAML nor JSON: ${problem.message}`
  }
}

function aliasMessage(message: string): string {
  if (message.startsWith('Unresolved alias'))
    return `the alias *${message.split(': ').at(-1)} has no anchor before it`
  if (message.startsWith('Excessive alias count')) return 'repeats its anchors too often'
  return 'has anchors, aliases or merges that can not be followed'
}
