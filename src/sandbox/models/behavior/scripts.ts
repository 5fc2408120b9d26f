import { z } from 'zod'
import { inputOf, stepOf, turnOf } from '../protocol/asked.ts'
import type { Asked } from '../protocol/asked.ts'
import type { Reply, ReplyPart } from './reply.ts'
import { says } from './reply.ts'

const scriptsMax = 10_000

/** One answer: a text, a call, or a text and then a call. `arguments` as a text are sent as they are, JSON or not. */
const ScriptedReply = z.union([
  z.strictObject({ text: z.string().min(1).max(100_000) }),
  z.strictObject({
    text: z.string().min(1).max(100_000).optional(),
    tool: z.string().min(1).max(128),
    arguments: z.union([z.record(z.string(), z.unknown()), z.string()]).default({}),
  }),
])

/**
 * What a scripted model does with requests that fit `when`. The first request of a turn gets the first of `answers`,
 * the request after that one's tool the second, and so on.
 */
export const Script = z.strictObject({
  when: z
    .strictObject({
      /** `scripted` or `scripted-…`; any of them if absent. */
      model: z.string().optional(),
      /** A part of the last input, in any case. */
      input_contains: z.string().optional(),
      /** Which input of the user it is, from 1. */
      turn: z.int().min(1).optional(),
    })
    .default({}),
  answers: z.array(ScriptedReply).min(1).max(100),
  /** How many turns it serves; null: any number. */
  times: z.int().min(1).nullable().default(null),
})
export type Script = z.infer<typeof Script>
/** A script as a caller writes it; fields with a default are optional. */
export type ScriptInput = z.input<typeof Script>

/** The scripts of the network, oldest first. */
export class Scripts {
  #scripts: { script: Script; served: number; lastAt: number }[] = []
  #served = 0

  /** @throws RangeError if there are too many. */
  add(script: Script): void {
    if (this.#scripts.length >= scriptsMax) throw new RangeError(`there can be at most ${scriptsMax} scripts`)
    this.#scripts.push({ script, served: 0, lastAt: 0 })
  }

  clear(): void {
    this.#scripts = []
  }

  all(): readonly Script[] {
    return this.#scripts.map(({ script }) => script)
  }

  /**
   * Returns the answer of the first script that fits and is not used up; null if none fits. A request after a tool
   * belongs to the script that served the turn's first request: of those that fit, the one that served last.
   */
  next(asked: Asked): Reply | null {
    const step = stepOf(asked)
    const fitting = this.#scripts.filter(({ script }) => fits(script, asked))
    const found =
      step === 0
        ? fitting.find(({ script, served }) => script.times === null || served < script.times)
        : fitting.reduce(
            (latest, other) => (other.lastAt > (latest?.lastAt ?? 0) ? other : latest),
            fitting[0],
          )
    if (found === undefined) return null
    if (step === 0) {
      found.served++
      found.lastAt = ++this.#served
    }
    const reply = found.script.answers[step]
    return reply === undefined ? says('That is all.') : write(reply)
  }
}

function fits({ when }: Script, asked: Asked): boolean {
  const contains = when.input_contains?.toLowerCase() ?? ''
  return (
    (when.model === undefined || when.model === asked.model) &&
    (when.turn === undefined || when.turn === turnOf(asked)) &&
    inputOf(asked).toLowerCase().includes(contains)
  )
}

function write(reply: z.infer<typeof ScriptedReply>): Reply {
  const text = reply.text ?? ''
  const parts: ReplyPart[] = text === '' ? [] : [{ kind: 'text', text }]
  if (!('tool' in reply)) return { ...says(text), parts }
  const given = reply.arguments
  const written = typeof given === 'string' ? given : JSON.stringify(given)
  parts.push({ kind: 'call', name: reply.tool, arguments: written })
  return { ...says(text), stop: 'tools', parts }
}
