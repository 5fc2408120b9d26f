import { LineCounter, parseDocument } from 'yaml'
import type { Document, YAMLError } from 'yaml'
import type { Fault } from '../../base/faults.ts'

/** The largest declaration, in bytes of UTF-8. */
export const declarationBytesMax = 10_000_000

/** The most repetitions of anchors, counted through aliases of aliases; more is taken for an attack. */
const aliasesMax = 1_000

/** The most syntax faults reported at once: after one mistake the parser often misreads what follows. */
const faultsMax = 10

/**
 * Reads a declaration in JSON or YAML 1.2. JSON is a subset of YAML, so one parser reads both, and finds repeated
 * fields in either. The path of a fault is its line and column. `value` is what the text says, unchecked.
 */
export function parseDeclaration(
  text: string,
): { ok: true; value: unknown } | { ok: false; faults: Fault[] } {
  if (Buffer.byteLength(text) > declarationBytesMax)
    return refuse([{ path: '', message: `must have at most ${declarationBytesMax} bytes` }])
  const lines = new LineCounter()
  const document = parseDocument(text, {
    version: '1.2',
    merge: true,
    // Keys must be text, since JSON has no mappings as keys.
    stringKeys: true,
    prettyErrors: false,
    logLevel: 'error',
    lineCounter: lines,
  })
  // The parser only warns of an unknown tag, but the operator meant something by it.
  const problems = [...document.errors, ...document.warnings]
  const depth = problems.find(({ code }) => code === 'RESOURCE_EXHAUSTION')
  if (depth !== undefined) return refuse([faultOf(depth, lines)])
  if (problems.length > 0) return refuse(problems.map((problem) => faultOf(problem, lines)))
  if (document.contents === null) return refuse([{ path: '', message: 'is empty' }])
  return resolveAliases(document)
}

function resolveAliases(document: Document.Parsed): ReturnType<typeof parseDeclaration> {
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

function faultOf(problem: YAMLError, lines: LineCounter): Fault {
  const { line, col } = lines.linePos(problem.pos[0])
  return { path: `line ${line}, column ${col}`, message: syntaxMessage(problem) }
}

function syntaxMessage(problem: YAMLError): string {
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
