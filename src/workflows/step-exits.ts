import type { Step } from './definition.ts'

/** One way out of a step. */
export interface Exit {
  /** The member of the step, such as `branches[0].next`. */
  member: string
  /** The step it leads to; null is the end of the call. */
  to: string | null
}

/** Returns every way out of a step. All branches of a `choose` count as possible. */
export function exitsOf(step: Step): Exit[] {
  switch (step.kind) {
    case 'say':
    case 'play':
    case 'transfer':
    case 'open_ticket':
    case 'opt_out':
    case 'agent':
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

/**
 * Returns whether the step waits for the customer, an agent or another party, so that a loop through it can not run at
 * full speed.
 */
export function waits(step: Step): boolean {
  return step.kind === 'listen' || step.kind === 'transfer' || step.kind === 'agent'
}

/** Returns the steps that can be reached from `start`, which is included. `leads` returns the next steps of a step. */
export function reachableFrom(start: Iterable<string>, leads: (name: string) => string[]): Set<string> {
  const reached = new Set(start)
  for (const name of reached) for (const to of leads(name)) reached.add(to)
  return reached
}
