import type { z } from 'zod'
import { faultsOfIssue, formatPath, reportFaults } from '../base/faults.ts'
import type { Fault } from '../base/faults.ts'
import { checkText, readsOf } from '../base/fill-text.ts'
import { isE164 } from '../base/phone-number.ts'
import { memberOf } from '../base/unknown-shape.ts'
import { Step, stepsMax, WorkflowDefinition } from './definition.ts'
import { exitsOf, reachableFrom, waits } from './step-exits.ts'

/** A fault of a definition, at a place such as `steps.ask.branches[0].next`. */
export type WorkflowFault = Fault

export type WorkflowCheck =
  | { ok: true; definition: WorkflowDefinition }
  | { ok: false; faults: WorkflowFault[] }

/** The most faults that are returned. */
export const faultsMax = 100

/**
 * Checks whether the value, as read from YAML or JSON, is a workflow that calls can follow:
 * - every name is that of a step;
 * - every step can be reached and can lead to the end;
 * - every loop has a listen or transfer;
 * - one step at most hands the call to an agent, and no way leads back to it;
 * - every text is Liquid.
 *
 * Returns all faults at once, with one exception: reachability is checked only once all steps have the right shape and
 * all names exist, because a misspelled name would cause further faults there.
 */
export function checkWorkflow(value: unknown): WorkflowCheck {
  const result = WorkflowDefinition.safeParse(value)
  const rawSteps = stepsWithin(value)
  const faults = [
    ...(result.success ? [] : result.error.issues.flatMap(definitionFaults)),
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
  if (result.success && faults.length === 0) faults.push(...graphFaults(result.data))
  return result.success && faults.length === 0
    ? { ok: true, definition: result.data }
    : { ok: false, faults: reportFaults(faults, faultsMax).faults }
}

function stepsWithin(value: unknown): object {
  const steps = memberOf(value, 'steps')
  return typeof steps === 'object' && steps !== null ? steps : {}
}

function fault(path: string, message: string): WorkflowFault {
  return { path, message }
}

function definitionFaults(issue: z.core.$ZodIssue): WorkflowFault[] {
  const path = formatPath(issue.path)
  switch (issue.code) {
    case 'unrecognized_keys':
      return faultsOfIssue(issue).map((each) => fault(formatPath(each.path), 'there is no such member here'))
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

/** Returns the place of a step, or of a member such as `branches[0].next` in it. */
function stepPath(name: string, member = ''): string {
  const path = formatPath(['steps', name])
  return member === '' ? path : `${path}.${member}`
}

function textFaults(value: unknown, steps: Map<string, Step>): WorkflowFault[] {
  const faults: WorkflowFault[] = []
  const check = (path: string, text: unknown): void => {
    const message = typeof text === 'string' ? checkText(text) : null
    if (message !== null) faults.push(fault(path, `is not Liquid: ${message}`))
  }
  check('goodbye', memberOf(value, 'goodbye'))
  for (const [name, step] of steps) {
    if ('text' in step) check(stepPath(name, 'text'), step.text)
    if (step.kind === 'open_ticket') check(stepPath(name, 'subject'), step.subject)
    if (step.kind === 'look_up') check(stepPath(name, 'question'), step.question)
    if (step.kind !== 'transfer') continue
    for (const member of ['to', 'caller_id'] as const) {
      const number = step[member]
      if (number === undefined) continue
      check(stepPath(name, member), number)
      const message = numberFault(number)
      if (message !== null) faults.push(fault(stepPath(name, member), message))
    }
  }
  return faults
}

function numberFault(number: string): string | null {
  if (!/\{[{%]/.test(number)) {
    return isE164(number) ? null : 'is a number in E.164, such as "+14155550123", or Liquid that gives one'
  }
  // Otherwise a called person could choose a number that is dialed at the operator's cost.
  const foreign = readsOf(number).filter((root) => root !== 'customer')
  return foreign.length === 0 ? null : `may read customer only, not ${foreign.join(', ')}`
}

function referenceFaults(value: unknown, steps: Map<string, Step>, known: Set<string>): WorkflowFault[] {
  const faults: WorkflowFault[] = []
  const refer = (path: string, to: unknown): void => {
    if (typeof to !== 'string' || known.has(to)) return
    faults.push(fault(path, `there is no step "${to}"; ${listed('the steps are', known)}`))
  }
  refer('start', memberOf(value, 'start'))
  for (const [name, step] of steps) {
    for (const exit of exitsOf(step)) refer(stepPath(name, exit.member), exit.to)
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
    if ((step.kind === 'listen' || step.kind === 'transfer' || step.kind === 'agent') && step.variable)
      set.add(step.variable)
    if (step.kind === 'look_up') set.add(step.into)
  }
  const faults: WorkflowFault[] = []
  for (const [name, step] of steps) {
    if (step.kind !== 'choose') continue
    for (const [index, { variable }] of step.branches.entries()) {
      if (variable.startsWith('customer.') || set.has(variable)) continue
      const path = stepPath(name, `branches[${index}].variable`)
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
    if (!reached.has(name)) faults.push(fault(stepPath(name), 'no step leads here'))
    if (!ending.has(name)) faults.push(fault(stepPath(name), 'no way from here comes to an end of the call'))
  }
  return [...faults, ...roundFaults(byName, leads), ...agentStepFaults(byName, leads)]
}

/** Finds a second step for an agent, and ways back to one: a call is led by an agent once. */
function agentStepFaults(byName: Map<string, Step>, leads: Map<string, string[]>): WorkflowFault[] {
  const names = [...byName].flatMap(([name, { kind }]) => (kind === 'agent' ? [name] : []))
  const [first, ...others] = names
  return [
    ...others.map((name) =>
      fault(stepPath(name), `a workflow has one step for an agent, which is "${first}"`),
    ),
    ...names
      .filter((name) => reachableFrom(leads.get(name) ?? [], (to) => leads.get(to) ?? []).has(name))
      .map((name) =>
        fault(stepPath(name, 'next'), 'leads back to this step, but a call is handed to an agent once'),
      ),
  ]
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
    faults.push(fault(stepPath(name), message))
  }
  return faults
}
