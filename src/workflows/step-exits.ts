import type { Step } from './definition.ts'

/** One way out of a step. */
export interface Exit {
  /** The member that names it, such as `branches[0].next`. */
  member: string
  /** The step it leads to; null is the end of the call. */
  to: string | null
}

/** Every way out of a step, each taken by some customer: the values that `choose` tests are not reasoned about. */
export function exitsOf(step: Step): Exit[] {
  switch (step.kind) {
    case 'say':
    case 'play':
    case 'transfer':
    case 'open_ticket':
      return [{ member: 'next', to: step.next ?? null }]
    case 'listen':
      return [
        { member: 'next', to: step.next ?? null },
        ...(step.no_input === undefined ? [] : [{ member: 'no_input', to: step.no_input }]),
      ]
    case 'look_up':
      return [
        { member: 'next', to: step.next ?? null },
        ...(step.otherwise === undefined ? [] : [{ member: 'otherwise', to: step.otherwise }]),
      ]
    case 'choose':
      return [
        ...step.branches.map((branch, index) => ({ member: `branches[${index}].next`, to: branch.next })),
        { member: 'otherwise', to: step.otherwise },
      ]
    case 'hang_up':
      return [{ member: 'kind', to: null }]
    default:
      return step satisfies never
  }
}

/** Whether the step waits for the world, so that going round through it takes the customer's time and not only ours. */
export function waits(step: Step): boolean {
  return step.kind === 'listen' || step.kind === 'transfer'
}

/** The steps that can be reached from `start`, itself included. `leads` gives the names a step leads to. */
export function reachableFrom(start: Iterable<string>, leads: (name: string) => string[]): Set<string> {
  const reached = new Set(start)
  for (const name of reached) for (const to of leads(name)) reached.add(to)
  return reached
}
