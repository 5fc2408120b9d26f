import { isRecord } from './is-record.ts'
import type { Json } from './merge-record.ts'

/** A step as it is edited: it may still be at fault. */
export type StepDraft = { kind: string } & Partial<Record<string, Json>>
export type BranchDraft = Partial<Record<string, Json>>

/** A workflow as it is edited. Whether calls can follow it says the server. */
export interface Draft {
  start?: string
  steps: Record<string, StepDraft>
  [member: string]: unknown
}

/** One way out of a step. */
export interface DraftExit {
  /** The member, such as `branches[0].next`. */
  member: string
  to: string
}

/** Where a step stands in the talk. */
export interface OrderedStep {
  name: string
  step: StepDraft
  /** How many steps lie before it on the shortest way from the start; null if nothing leads there. */
  distance: number | null
}

/** Returns a definition as a draft. What has no steps gets none. */
export function draftOf(definition: unknown): Draft {
  const draft = isRecord(definition) ? definition : {}
  const steps = isRecord(draft['steps']) ? draft['steps'] : {}
  const readable = Object.entries(steps).filter(([, step]) => isRecord(step))
  return { ...draft, steps: fromEntries(readable as [string, StepDraft][]) }
}

/** Returns the branches of a step. */
export function branchesOf(step: StepDraft): readonly BranchDraft[] {
  const branches = step['branches'] as unknown
  return Array.isArray(branches) ? branches.filter(isRecord).map((branch) => branch as BranchDraft) : []
}

/** Returns a value as a field shows it; what is neither text, number nor truth is empty. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'object' ? '' : String(value ?? '')
}

/** Returns the ways out of a step that name another one, in the order in which an outline follows them. */
export function exitsOf(step: StepDraft): DraftExit[] {
  const exits: DraftExit[] = []
  const add = (member: string, to: unknown): void => {
    if (typeof to === 'string' && to !== '') exits.push({ member, to })
  }
  add('next', step['next'])
  add('no_input', step['no_input'])
  branchesOf(step).forEach((branch, index) => add(`branches[${index}].next`, branch['next']))
  add('otherwise', step['otherwise'])
  return exits
}

/** Returns the steps in the order of the talk, from the start on; those that nothing reaches come last. */
export function orderSteps(draft: Draft): OrderedStep[] {
  const distances = distancesOf(draft)
  const order = new Set<string>()
  const waiting = draft.start === undefined ? [] : [draft.start]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const step = stepOf(draft, name)
    if (order.has(name) || step === undefined) continue
    order.add(name)
    for (const { to } of exitsOf(step).toReversed()) waiting.push(to)
  }
  for (const name of Object.keys(draft.steps)) order.add(name)
  return [...order].map((name) => ({
    name,
    step: stepOf(draft, name)!,
    distance: distances.get(name) ?? null,
  }))
}

function distancesOf(draft: Draft): Map<string, number> {
  const distances = new Map<string, number>()
  if (draft.start === undefined || stepOf(draft, draft.start) === undefined) return distances
  distances.set(draft.start, 0)
  // A map goes on with what is added while it is walked.
  for (const [name, distance] of distances)
    for (const { to } of exitsOf(stepOf(draft, name)!))
      if (!distances.has(to) && stepOf(draft, to) !== undefined) distances.set(to, distance + 1)
  return distances
}

export function stepOf(draft: Draft, name: string): StepDraft | undefined {
  return Object.hasOwn(draft.steps, name) ? draft.steps[name] : undefined
}

/** Sets a member of the whole workflow; undefined takes it away. */
export function setMember(draft: Draft, member: string, value: Json | undefined): Draft {
  const { steps, ...rest } = without(draft, member)
  // The steps come last, as people write them.
  return { ...rest, ...(value === undefined ? {} : { [member]: value }), steps } as Draft
}

/** Sets members of a step; undefined takes one away. */
export function setStep(
  draft: Draft,
  name: string,
  change: Partial<Record<string, Json | undefined>>,
): Draft {
  const next: Record<string, unknown> = { ...draft.steps[name] }
  for (const [member, value] of Object.entries(change))
    if (value === undefined) delete next[member]
    else next[member] = value
  return { ...draft, steps: mapSteps(draft, (one, step) => [one, one === name ? (next as StepDraft) : step]) }
}

/** Gives a step another kind. Members that the new kind has too stay. */
export function setKind(draft: Draft, name: string, kind: string, members: ReadonlySet<string>): Draft {
  const kept = Object.entries(draft.steps[name]!).filter(([member]) => members.has(member))
  const step = { kind, ...Object.fromEntries(kept) } as StepDraft
  return { ...draft, steps: mapSteps(draft, (one, old) => [one, one === name ? step : old]) }
}

/** Adds a step after another one, which goes on to it, and it to what followed. */
export function addAfter(draft: Draft, after: string | null, added: string, step: StepDraft): Draft {
  const before = after === null ? undefined : stepOf(draft, after)
  if (after === null || before === undefined) {
    const steps = { ...draft.steps, [added]: step }
    return stepOf(draft, draft.start ?? '') === undefined
      ? setMember({ ...draft, steps }, 'start', added)
      : { ...draft, steps }
  }
  const exit = before.kind === 'choose' ? 'otherwise' : before.kind === 'hang_up' ? null : 'next'
  if (exit === null) return insertAfter(draft, after, added, step)
  const next = before[exit]
  const linked = setStep(draft, after, { [exit]: added })
  return insertAfter(linked, after, added, next === undefined ? step : { ...step, next })
}

/** Makes a copy of a step, to which nothing leads yet. */
export function duplicateStep(draft: Draft, name: string, copy: string): Draft {
  return insertAfter(draft, name, copy, structuredClone(draft.steps[name]!))
}

function insertAfter(draft: Draft, after: string, name: string, step: StepDraft): Draft {
  const entries = Object.entries(draft.steps)
  const at = entries.findIndex(([one]) => one === after) + 1
  return { ...draft, steps: fromEntries(entries.toSpliced(at, 0, [name, step])) }
}

/** Gives a step another name; whatever led to it leads to the new one. */
export function renameStep(draft: Draft, from: string, to: string): Draft {
  const steps = mapSteps(draft, (name, step) => [name === from ? to : name, redirected(step, from, to)])
  return draft.start === from ? setMember({ ...draft, steps }, 'start', to) : { ...draft, steps }
}

/** Takes a step out. What led to it still names it, and is at fault until it leads elsewhere. */
export function removeStep(draft: Draft, name: string): Draft {
  return { ...draft, steps: fromEntries(Object.entries(draft.steps).filter(([one]) => one !== name)) }
}

/** Returns a name that no step has: the wanted one, or it with a number. */
export function freeName(draft: Draft, wanted: string): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted}_${count}`
    if (stepOf(draft, name) === undefined) return name
  }
}

/** Returns the keys of the customer that the texts read, after those that every customer has. */
export function customerKeysOf(draft: Draft): string[] {
  const text = JSON.stringify(draft)
  const named = [...text.matchAll(/\bcustomer\.([A-Za-z_]\w{0,63})/g)].map(([, key]) => key!)
  return [...new Set(['name', 'phone_number', 'email', ...named])]
}

/** Returns the variables that steps set, which branches may test. */
export function variablesOf(draft: Draft): string[] {
  const set = Object.values(draft.steps).map(({ variable, into }) => variable ?? into)
  const customer = customerKeysOf(draft).map((key) => `customer.${key}`)
  return [
    ...new Set([...set.filter((name) => typeof name === 'string' && name !== ''), ...customer]),
  ] as string[]
}

/** Returns the path of a step, as the server writes it. */
export function stepPath(name: string): string {
  return /^[\w$-]+$/.test(name) ? `steps.${name}` : `steps[${JSON.stringify(name)}]`
}

/** Returns whether a fault lies at a path or below it. */
export function isAt(path: string, at: string): boolean {
  return path === at || path.startsWith(`${at}.`) || path.startsWith(`${at}[`)
}

function redirected(step: StepDraft, from: string, to: string): StepDraft {
  const leads = (value: Json | undefined): Json | undefined => (value === from ? to : value)
  const next: Record<string, unknown> = { ...step }
  for (const member of ['next', 'no_input', 'otherwise'])
    if (member in next) next[member] = leads(step[member])
  if (Array.isArray(step['branches']))
    next['branches'] = branchesOf(step).map((branch) =>
      'next' in branch ? { ...branch, next: leads(branch['next']) } : branch,
    )
  return next as StepDraft
}

function mapSteps(
  draft: Draft,
  map: (name: string, step: StepDraft) => [string, StepDraft],
): Record<string, StepDraft> {
  return fromEntries(Object.entries(draft.steps).map(([name, step]) => map(name, step)))
}

/** Unlike a literal, it makes a member of any name. */
function fromEntries(entries: readonly (readonly [string, StepDraft])[]): Record<string, StepDraft> {
  return Object.fromEntries(entries)
}

function without(draft: Draft, member: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(draft).filter(([name]) => name !== member))
}
