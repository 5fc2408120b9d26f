import { isDeepStrictEqual } from 'node:util'
import type { Fault } from '../../base/faults.ts'
import { formatPath } from '../../base/faults.ts'
import type { Judgement, PlayedCall, PlayedScene, PlayedTurn } from './played-scene.ts'
import type { Expectation, ExpectedCall, Scene } from './rehearsal.ts'
import { textMatches } from './text-pattern.ts'

/** Returns what a run of a scene lacks, each with the path of the expectation; nothing where it passed. */
export function checkScene(scene: Scene, played: PlayedScene, judgement: Judgement | null): Fault[] {
  const faults: Fault[] = []
  const add = (path: (string | number)[], message: string) => faults.push({ path: formatPath(path), message })
  const turns = scene.turns ?? []
  const greets = turns[0] !== undefined && turns[0].caller === undefined
  for (const [at, { caller, expect }] of turns.entries()) {
    const place = ['turns', at, 'expect']
    if (caller === undefined) {
      const { text, ms } = played.greeting
      if (expect !== undefined) checkTurn(expect, { text, first_text_ms: ms, calls: [] }, place, add)
      continue
    }
    const turn = played.turns[greets ? at - 1 : at]
    if (turn?.text == null) {
      if (expect !== undefined)
        add(['turns', at], 'the agent did not answer; the conversation had ended, or a person answers')
    } else if (expect !== undefined) checkTurn(expect, { ...turn, text: turn.text }, place, add)
  }
  checkOutcome(scene, played, add)
  if (judgement !== null && !judgement.passed) add(['judge', 'asks'], `the judge says no: ${judgement.why}`)
  return faults
}

type Add = (path: (string | number)[], message: string) => void

function checkTurn(
  expect: Expectation,
  turn: Pick<PlayedTurn, 'first_text_ms' | 'calls'> & { text: string },
  place: (string | number)[],
  add: Add,
): void {
  for (const pattern of expect.says ?? [])
    if (!textMatches(pattern, turn.text)) add([...place, 'says'], `${pattern} is not in ${quote(turn.text)}`)
  for (const pattern of expect.never_says ?? [])
    if (textMatches(pattern, turn.text)) add([...place, 'never_says'], `${pattern} is in ${quote(turn.text)}`)
  if (expect.within_ms !== undefined) {
    const { first_text_ms } = turn
    if (first_text_ms === null) add([...place, 'within_ms'], 'nothing was said')
    else if (first_text_ms > expect.within_ms)
      add([...place, 'within_ms'], `the first sentence came after ${Math.round(first_text_ms)} ms`)
  }
  if (expect.calls === undefined) return
  const ran = turn.calls.filter(hasRun)
  const fits =
    ran.length === expect.calls.length && ran.every((call, at) => callFits(expect.calls![at]!, call))
  if (!fits) add([...place, 'calls'], `${describeCalls(ran)} ran`)
}

function checkOutcome({ outcome }: Scene, played: PlayedScene, add: Add): void {
  if (outcome === undefined) return
  const { ended_by, tickets, properties, turns_max, calls, never_says } = outcome
  if (ended_by !== undefined && ended_by !== played.ended_by)
    add(['outcome', 'ended_by'], `it was ${played.ended_by}`)
  if (tickets !== undefined && tickets !== played.tickets)
    add(['outcome', 'tickets'], `there are ${played.tickets}`)
  for (const [name, value] of Object.entries(properties ?? {}))
    if (!isDeepStrictEqual(played.properties[name], value))
      add(['outcome', 'properties', name], `it is ${JSON.stringify(played.properties[name]) ?? 'not set'}`)
  if (turns_max !== undefined && played.turns.length > turns_max)
    add(['outcome', 'turns_max'], `there were ${played.turns.length}`)
  const ran = played.turns.flatMap((turn) => turn.calls.filter(hasRun))
  for (const [at, expected] of (calls ?? []).entries())
    if (!ran.some((call) => callFits(expected, call)))
      add(['outcome', 'calls', at], `did not run; ${describeCalls(ran)} ran`)
  const said = [played.greeting.text, ...played.turns.map(({ text }) => text ?? '')]
  for (const pattern of never_says ?? []) {
    const found = said.find((text) => textMatches(pattern, text))
    if (found !== undefined) add(['outcome', 'never_says'], `${pattern} is in ${quote(found)}`)
  }
}

/** Returns whether the call reached its tool. Calls that were refused, asked about first or repeated did not. */
function hasRun({ outcome }: PlayedCall): boolean {
  return outcome === 'ok' || outcome === 'failed' || outcome === 'unknown'
}

function callFits(expected: ExpectedCall, call: PlayedCall): boolean {
  return (
    expected.name === call.name &&
    Object.entries(expected.arguments).every(([name, value]) =>
      isDeepStrictEqual(call.arguments[name], value),
    )
  )
}

function describeCalls(calls: readonly PlayedCall[]): string {
  if (calls.length === 0) return 'no tool'
  return calls.map(({ name, arguments: given }) => `${name} ${JSON.stringify(given)}`).join(', ')
}

function quote(text: string): string {
  return JSON.stringify(text.length > 300 ? `${text.slice(0, 300)}…` : text)
}
