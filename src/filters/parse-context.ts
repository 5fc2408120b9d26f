import type { Refusal } from '../base/refusals/refusal.ts'
import { excerpt, fault } from './fault.ts'

const conditionsMax = 100
const membersMax = 1000
const depthMax = 10

/** The counts of a whole filter that have limits. */
export interface Budget {
  conditions: number
  members: number
}

/** The place that messages name, and the levels of nesting above it. */
export interface ParseContext {
  place: string
  level: number
  budget: Budget
}

export function startOfFilter(): ParseContext {
  return { place: '', level: 0, budget: { conditions: 0, members: 0 } }
}

/** Returns the context of a field, operator or index inside this one. */
export function at(context: ParseContext, name: string | number): ParseContext {
  return { ...context, place: context.place === '' ? String(name) : `${context.place}.${name}` }
}

/**
 * Returns the context one level of `$and`, `$or`, `$nor`, `$not` or `$elemMatch` further down.
 *
 * @throws a refusal (400) when that is too deep.
 */
export function deeper(context: ParseContext): ParseContext {
  const level = context.level + 1
  if (level > depthMax) throw fault('filters', context.place, `nested too deep, at most ${depthMax} levels`)
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

const operators =
  '$eq, $ne, $gt, $gte, $lt, $lte, $in, $nin, $exists, $type, $regex, $options, $mod, $not, $all, $elemMatch, $size'

/** Returns the refusal of a name that is not an operator or not one for fields. The place ends with the name. */
export function unknownOperator({ place }: ParseContext, name: string): Refusal {
  const message = `unknown operator ${excerpt(name)}. Operators: ${operators}; any other is not supported`
  return fault('filters', place, message)
}

/** Returns the refusal of an operator where a field or a combination is expected. */
export function misplacedOperator({ place }: ParseContext, name: string): Refusal {
  const message = `${excerpt(name)} is not supported in the place of a field. Allowed here: fields and $and, $or, $nor; on a field, the operators ${operators}`
  return fault('filters', place, message)
}
