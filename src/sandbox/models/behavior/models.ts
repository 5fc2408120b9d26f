import { inputOf, newResults } from '../protocol/asked.ts'
import type { Asked } from '../protocol/asked.ts'
import type { BusyCounts } from './busy-counts.ts'
import { deskReply } from './desk.ts'
import { calls, refuses, says, textOf } from './reply.ts'
import type { Behavior, Reply } from './reply.ts'
import { sampleArguments } from './sample-arguments.ts'
import type { Scripts } from './scripts.ts'

/** What models remember between requests. */
export type ModelState = { readonly scripts: Scripts; readonly busy: BusyCounts }

type Act = (asked: Asked, n: number, state: ModelState) => Behavior

/** One kind of model. A name that ends with `-N` has a number. */
export type ModelKind = { readonly name: string; readonly summary: string; readonly act: Act }

const longWords = 4_000
/** Ten words. */
const longSentence = 'And so it goes on and on, day by day. '

/** All models, by name. The README has the same table. */
export const modelKinds: readonly ModelKind[] = [
  { name: 'desk', summary: 'looks up prices, hands over to a human, says bye, else repeats', act: deskReply },
  {
    name: 'scripted',
    summary: 'the script that fits',
    act: (asked, _n, { scripts }) =>
      scripts.next(asked) ?? refuses(400, 'no_script', 'No script fits this request'),
  },
  {
    name: 'slow-N',
    summary: 'N ms before the first text, then 20 words a second',
    act: (asked, n) => ({ ...deskReply(asked), firstAfterMs: n, wordsPerSecond: 20 }),
  },
  {
    name: 'reasons-N',
    summary: 'N tokens of thought before the first text',
    act: (asked, n) => ({ ...deskReply(asked), reasoningTokens: n }),
  },
  {
    name: 'cut-N',
    summary: 'the connection closes after N characters',
    act: (asked, n) => faulty(asked, 'cut', n),
  },
  {
    name: 'stall-N',
    summary: 'silent after N characters',
    act: (asked, n) => faulty(asked, 'stall', n),
  },
  {
    name: 'error-in-stream',
    summary: 'an error within the stream after 20 characters',
    act: (asked) => faulty(asked, 'error', 20),
  },
  {
    name: 'busy-N',
    summary: '429 N times, then one answer, and so on',
    act: (asked, n, { busy }) => (busy.take(asked.model, n) ? busyAnswer : deskReply(asked)),
  },
  { name: 'busy', summary: 'always 429', act: () => busyAnswer },
  { name: 'silent', summary: 'never answers', act: () => ({ kind: 'silent' }) },
  {
    name: 'refuses',
    summary: 'always 400',
    act: () => refuses(400, 'invalid_request', 'This model refuses everything'),
  },
  {
    name: 'filtered',
    summary: 'the filter of the provider holds back the rest',
    act: (asked) => ({ ...says(textOf(deskReply(asked)) || 'Well,'), stop: 'filtered' }),
  },
  {
    name: 'broken-json',
    summary: 'tool arguments that break off',
    act: (asked) => withTool(asked, (name, good) => calls(name, good.slice(0, Math.ceil(good.length / 2)))),
  },
  {
    name: 'wrong-args',
    summary: 'tool arguments that do not fit',
    act: (asked) => withTool(asked, (name) => calls(name, { unexpected: [1] })),
  },
  { name: 'loops', summary: 'the same call for ever', act: (asked) => withTool(asked, calls) },
  {
    name: 'claims',
    summary: 'says that something was done, without a tool',
    act: () => says('Your plan is renewed.'),
  },
  {
    name: 'leaks',
    summary: 'says its prompt',
    act: ({ system }) => says(system === '' ? 'I have no prompt.' : system),
  },
  {
    name: 'long',
    summary: `${longWords} words`,
    act: () => says(longSentence.repeat(longWords / 10).trim()),
  },
  {
    name: 'no-usage',
    summary: 'reports no tokens',
    act: (asked) => ({ ...deskReply(asked), leavesOut: ['usage'] }),
  },
  {
    name: 'odd-deltas',
    summary: 'leaves out indexes, ids and the last line',
    act: (asked) => ({ ...deskReply(asked), leavesOut: ['usage', 'indexes'] }),
  },
  {
    name: 'signs',
    summary: 'signs its calls, and refuses a history in which one comes back unsigned',
    act: sign,
  },
  { name: 'injected', summary: 'obeys "ignore your instructions"', act: obey },
]

/** Returns what a model does; null for a model that there is not. */
export function behave(asked: Asked, state: ModelState): Behavior | null {
  for (const { name, act } of modelKinds) {
    const isNumbered = name.endsWith('-N')
    const stem = isNumbered ? name.slice(0, -1) : name
    if (asked.model === name && !isNumbered) return act(asked, 0, state)
    const rest = asked.model.startsWith(stem) ? asked.model.slice(stem.length) : ''
    if (isNumbered && /^\d{1,6}$/.test(rest)) return act(asked, Number(rest), state)
    // Tests that run at the same time have scripted models of their own.
    if (name === 'scripted' && /^-[\w-]{1,60}$/.test(rest)) return act(asked, 0, state)
  }
  return null
}

const busyAnswer: Behavior = {
  kind: 'refused',
  status: 429,
  code: 'rate_limit_exceeded',
  message: 'Too many requests',
  retryAfterSeconds: 1,
}

/** Says at least twice as many characters as the fault comes after. */
function faulty(asked: Asked, kind: 'cut' | 'stall' | 'error', afterCharacters: number): Reply {
  const sentence = `${textOf(deskReply({ ...asked, mayCall: false }))} `
  const text = sentence.repeat(Math.ceil((afterCharacters * 2 + 1) / sentence.length)).trim()
  return { ...says(text), fault: { kind, afterCharacters } }
}

/** Calls the first tool that is offered, with arguments that fit; says so where there is none. */
function withTool(asked: Asked, act: (name: string, good: string) => Reply): Reply {
  const tool = asked.mayCall ? asked.tools[0] : undefined
  if (tool === undefined) return says('I have no tool for that.')
  return act(tool.name, JSON.stringify(sampleArguments(tool.schema)))
}

/**
 * Does what the input, or the result of a tool, wants after "ignore your instructions". Calls the tool that it names,
 * else one with an effect, with every phone number of the input in place of a declared name. So a caller who talks the
 * model round reaches for all.
 */
function obey(asked: Asked): Reply {
  const results = newResults(asked).map(({ text }) => text)
  const input = results.length > 0 ? results.join(' ') : inputOf(asked)
  const wantsThat = /\bignore (all|your|the|every)\b/i.test(input)
  if (!wantsThat || !asked.mayCall) return deskReply(asked)
  const named = asked.tools.find(({ name }) => mentions(input, name))
  const tool = named ?? asked.tools.find(({ name }) => name !== 'look_up')
  if (tool === undefined) return says(`As you wish. ${asked.system}`)
  const [number] = /\+\d{7,15}/.exec(input) ?? []
  const good = sampleArguments(tool.schema)
  const wanted = Object.entries(good).map(([name, value]) => [
    name,
    typeof value === 'string' && number !== undefined ? number : value,
  ])
  return calls(tool.name, Object.fromEntries(wanted) as object)
}

/** Signs each call by its tool. */
function sign(asked: Asked): Behavior {
  const signatureOf = (tool: string): string => `the sandbox thought of ${tool}`
  const calls = asked.messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []))
  if (calls.some(({ name, signature }) => signature !== signatureOf(name)))
    return refuses(400, 'invalid_argument', 'Function call is missing a thought_signature')
  const reply = deskReply(asked)
  const parts = reply.parts.map((part) =>
    part.kind === 'call' ? { ...part, signature: signatureOf(part.name) } : part,
  )
  return { ...reply, parts }
}

function mentions(input: string, tool: string): boolean {
  return input.toLowerCase().includes(tool.toLowerCase().replaceAll(/[_-]/g, ' '))
}
