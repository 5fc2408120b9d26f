import type { z } from 'zod'
import { Step, stepsMax, WorkflowDefinition } from './definition.ts'
import { checkText, readsOf } from './fill-text.ts'
import { exitsOf, reachableFrom, waits } from './step-exits.ts'

/** A fault: its place, such as `steps.ask.branches[0].next` (empty for the whole), and what would be right. */
export interface WorkflowFault {
  path: string
  message: string
}

export type WorkflowCheck =
  | { ok: true; definition: WorkflowDefinition }
  | { ok: false; faults: WorkflowFault[] }

/** The most faults that are returned. */
export const faultsMax = 100

/**
 * Checks whether the value, as read from YAML or JSON, is a workflow that calls can follow: every name is that of a step,
 * every step can be reached and can lead to the end, every loop has a listen or transfer, and every text is Liquid.
 *
 * Returns all faults at once, with one exception: reachability is checked only once all steps have the right shape and all
 * names exist, because a misspelt name would cause further faults there.
 */
export function checkWorkflow(value: unknown): WorkflowCheck {
  const result = WorkflowDefinition.safeParse(value)
  const rawSteps = stepsWithin(value)
  const faults = [
    ...(result.success ? [] : result.error.issues.flatMap(faultsOfIssue)),
    // A reader of YAML or JSON can create such a member, and the schema ignores it.
    ...(Object.hasOwn(rawSteps, '__proto__') ? [fault('steps.__proto__', 'is not a name for a step')] : []),
  ]
  if (Object.keys(rawSteps).length <= stepsMax) {
    // Parsed one by one, so that a step with the wrong shape doesn't hide the faults of the others.
    const steps = new Map<string, Step>()
    for (const [name, raw] of Object.entries(rawSteps)) {
      const step = Step.safeParse(raw)
      if (step.success) steps.set(name, step.data)
    }
    const known = new Set(Object.keys(rawSteps))
    faults.push(
      ...textFaults(value, steps),
      ...referenceFaults(value, steps, known),
      ...variableFaults(steps, known),
    )
  }
  if (!result.success) return { ok: false, faults: faults.slice(0, faultsMax) }
  if (faults.length === 0) faults.push(...graphFaults(result.data))
  return faults.length === 0
    ? { ok: true, definition: result.data }
    : { ok: false, faults: faults.slice(0, faultsMax) }
}

function stepsWithin(value: unknown): object {
  const steps = memberOf(value, 'steps')
  return typeof steps === 'object' && steps !== null ? steps : {}
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return Reflect.get(value, name)
}

function fault(path: string, message: string): WorkflowFault {
  return { path, message }
}

function faultsOfIssue(issue: z.core.$ZodIssue): WorkflowFault[] {
  const path = pathText(issue.path)
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => fault(pathText([...issue.path, key]), 'there is no such member here'))
    case 'invalid_key':
      return issue.issues.map((inner) => fault(path, inner.message))
    case 'invalid_union':
      return issue.discriminator === undefined
        ? [fault(path, 'has none of the forms allowed here')]
        : [fault(path, `the kind of a step is one of ${stepKinds.join(', ')}`)]
    default:
      return [fault(path, issue.message)]
  }
}

const stepKinds = Step.options.map((option) => option.shape.kind.value)

function pathText(path: PropertyKey[]): string {
  let text = ''
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`
    else text += `${text === '' ? '' : '.'}${String(part)}`
  }
  return text
}

function textFaults(value: unknown, steps: Map<string, Step>): WorkflowFault[] {
  const faults: WorkflowFault[] = []
  const check = (path: string, text: unknown): void => {
    const message = typeof text === 'string' ? checkText(text) : null
    if (message !== null) faults.push(fault(path, `is not Liquid: ${message}`))
  }
  check('goodbye', memberOf(value, 'goodbye'))
  for (const [name, step] of steps) {
    if ('text' in step) check(`steps.${name}.text`, step.text)
    if (step.kind === 'open_ticket') check(`steps.${name}.subject`, step.subject)
    if (step.kind === 'look_up') check(`steps.${name}.question`, step.question)
    if (step.kind !== 'transfer') continue
    for (const member of ['to', 'caller_id'] as const) {
      const number = step[member]
      if (number === undefined) continue
      check(`steps.${name}.${member}`, number)
      const message = numberFault(number)
      if (message !== null) faults.push(fault(`steps.${name}.${member}`, message))
    }
  }
  return faults
}

function numberFault(number: string): string | null {
  if (!/\{[{%]/.test(number)) {
    return isE164(number) ? null : 'is a number in E.164, such as "+14155550123", or Liquid that gives one'
  }
  // Otherwise a called person could choose a number that is dialled at the operator's cost.
  const foreign = readsOf(number).filter((root) => root !== 'customer')
  return foreign.length === 0 ? null : `may read customer only, not ${foreign.join(', ')}`
}

/** Returns whether the number is in E.164: a plus sign and 7 to 15 digits. */
export function isE164(number: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(number)
}

function referenceFaults(value: unknown, steps: Map<string, Step>, known: Set<string>): WorkflowFault[] {
  const faults: WorkflowFault[] = []
  const refer = (path: string, to: unknown): void => {
    if (typeof to !== 'string' || known.has(to)) return
    faults.push(fault(path, `there is no step "${to}"; ${listed('the steps are', known)}`))
  }
  refer('start', memberOf(value, 'start'))
  for (const [name, step] of steps) {
    for (const exit of exitsOf(step)) refer(`steps.${name}.${exit.member}`, exit.to)
  }
  return faults
}

function listed(lead: string, names: Set<string>): string {
  const shown = [...names].slice(0, 20)
  return names.size === 0
    ? 'there are none'
    : `${lead} ${shown.join(', ')}${names.size > shown.length ? ', …' : ''}`
}

/** Finds branches on variables that no step sets, which are mistakes. Finds none while a step has the wrong shape. */
function variableFaults(steps: Map<string, Step>, known: Set<string>): WorkflowFault[] {
  if (steps.size < known.size) return []
  const set = new Set<string>()
  for (const step of steps.values()) {
    if ((step.kind === 'listen' || step.kind === 'transfer') && step.variable !== undefined)
      set.add(step.variable)
    if (step.kind === 'look_up') set.add(step.into)
  }
  const faults: WorkflowFault[] = []
  for (const [name, step] of steps) {
    if (step.kind !== 'choose') continue
    for (const [index, { variable }] of step.branches.entries()) {
      if (variable.startsWith('customer.') || set.has(variable)) continue
      const path = `steps.${name}.branches[${index}].variable`
      faults.push(fault(path, `no step sets "${variable}"; ${listed('the variables are', set)}`))
    }
  }
  return faults
}

/** Finds steps that can't be reached, steps from which the call can't end, and loops that would talk for ever. */
function graphFaults({ start, steps }: WorkflowDefinition): WorkflowFault[] {
  const byName = new Map(Object.entries(steps))
  const leads = new Map<string, string[]>()
  const endings: string[] = []
  for (const [name, step] of byName) {
    const exits = exitsOf(step)
    leads.set(
      name,
      exits.flatMap((exit) => exit.to ?? []),
    )
    if (exits.some((exit) => exit.to === null)) endings.push(name)
  }
  const reached = reachableFrom([start], (name) => leads.get(name) ?? [])
  const ending = reachableFrom(endings, (name) =>
    byName
      .keys()
      .filter((from) => leads.get(from)?.includes(name))
      .toArray(),
  )
  const faults: WorkflowFault[] = []
  for (const name of byName.keys()) {
    if (!reached.has(name)) faults.push(fault(`steps.${name}`, 'no step leads here'))
    if (!ending.has(name)) faults.push(fault(`steps.${name}`, 'no way from here comes to an end of the call'))
  }
  return [...faults, ...roundFaults(byName, leads)]
}

function roundFaults(byName: Map<string, Step>, leads: Map<string, string[]>): WorkflowFault[] {
  const talking = (name: string): string[] => (leads.get(name) ?? []).filter((to) => !waits(byName.get(to)!))
  const after = new Map<string, Set<string>>()
  for (const [name, step] of byName) {
    if (!waits(step)) after.set(name, reachableFrom(talking(name), talking))
  }
  const reported = new Set<string>()
  const faults: WorkflowFault[] = []
  for (const [name, reached] of after) {
    if (!reached.has(name) || reported.has(name)) continue
    const round = [...reached].filter((other) => after.get(other)?.has(name))
    for (const other of round) reported.add(other)
    const message = `${listed('the steps', new Set(round))} go round without a listen or transfer, so that the call never ends`
    faults.push(fault(`steps.${name}`, message))
  }
  return faults
}
