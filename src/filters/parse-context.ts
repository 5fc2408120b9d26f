import { excerpt, fault } from './fault.ts'
import type { Refusal } from '../base/refusals.ts'

const conditionsMax = 100
const membersMax = 1000
const levelsMax = 10
const waysMax = 2000

/** What is counted over a whole filter. */
export interface Budget {
  conditions: number
  members: number
  ways: number
}

/** Where the reading of a filter is: the place for messages, and how many levels of nesting are above it. */
export interface ParseContext {
  place: string
  level: number
  budget: Budget
}

export function startOfFilter(): ParseContext {
  return { place: '', level: 0, budget: { conditions: 0, members: 0, ways: 0 } }
}

/** The place below, named by a field, an operator or an index. */
export function at(context: ParseContext, name: string | number): ParseContext {
  return { ...context, place: context.place === '' ? String(name) : `${context.place}.${name}` }
}

/** One level of `$and`, `$or`, `$nor`, `$not` or `$elemMatch` further down; called before going there. */
export function deeper(context: ParseContext): ParseContext {
  const level = context.level + 1
  if (level > levelsMax) throw fault('filters', context.place, `nested too deep, at most ${levelsMax} levels`)
  return { ...context, level }
}

export function countCondition({ budget, place }: ParseContext): void {
  budget.conditions++
  if (budget.conditions > conditionsMax)
    throw fault('filters', place, `more than ${conditionsMax} conditions in all`)
}

export function countMembers({ budget, place }: ParseContext, members: number): void {
  budget.members += members
  if (budget.members > membersMax)
    throw fault('filters', place, `more than ${membersMax} members over all lists`)
}

/**
 * A number in a path below an open bag can be an index or a key, so that each doubles the ways that the path can go, all
 * of which the database has to try.
 */
export function countWays({ budget, place }: ParseContext, numbers: number): void {
  budget.ways += 2 ** numbers
  if (budget.ways > waysMax) throw fault('filters', place, 'too many numbers in the paths of all conditions')
}

const operators =
  '$eq, $ne, $gt, $gte, $lt, $lte, $in, $nin, $exists, $type, $regex, $options, $mod, $not, $all, $elemMatch, $size'

/** The refusal of a name that is no operator, or none for a field. The place ends in the name. */
export function unknownOperator({ place }: ParseContext, name: string): Refusal {
  const message = `unknown operator ${excerpt(name)}. Operators: ${operators}; any other is not supported`
  return fault('filters', place, message)
}

/** The refusal of an operator where only a combination of filters can stand. */
export function misplacedOperator({ place }: ParseContext, name: string): Refusal {
  const message = `${excerpt(name)} is not supported in the place of a field. Here stand fields and $and, $or, $nor; on a field, the operators ${operators}`
  return fault('filters', place, message)
}
