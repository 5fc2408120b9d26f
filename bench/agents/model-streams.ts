// Streams of language models: node bench/agents/model-streams.ts [--streams 100] [--seconds 10] [--rounds 3]. As many
// streams as given at once, each asked again when it ends, with both protocols. The model network of the sandbox runs
// in a process of its own and sends each answer of 37 words at once, so the figures are those of the client.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { createModelClient } from '../../src/providers/models/create-model-client.ts'
import { channelWaits, modelKinds } from '../../src/providers/models/model-client.ts'
import type { ModelClient, ModelKind } from '../../src/providers/models/model-client.ts'
import { startModelNetwork } from '../../src/sandbox/models/model-network.ts'
import { percentile, table } from '../support/report.ts'

const { values: options } = parseArgs({
  options: {
    streams: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    network: { type: 'boolean', default: false },
  },
})
const streams = Number(options.streams)
const seconds = Number(options.seconds)
const rounds = Number(options.rounds)

/** With the two words of the desk's frame, the answer has 37. */
const input = Array.from({ length: 35 }, (_, n) => `word${n}`).join(' ')

interface Round {
  perSecond: number
  p50: number
  p99: number
  cpuMs: number
}

if (options.network) {
  const network = await startModelNetwork({ port: 0 })
  process.send?.(network.url)
  // The network ends with the benchmark.
  process.once('disconnect', () => process.exit(0))
} else await bench()

async function bench(): Promise<void> {
  const child = fork(import.meta.filename, ['--network'])
  const [url] = (await once(child, 'message')) as [string]
  const client = createModelClient({ privateHosts: [new URL(url).host] })
  const rows: string[][] = []
  for (const kind of modelKinds) {
    await measure(client, { kind, url, ms: 2_000 })
    const measured: Round[] = []
    for (let round = 0; round < rounds; round++)
      measured.push(await measure(client, { kind, url, ms: seconds * 1_000 }))
    const median = (pick: (round: Round) => number) => percentile(measured.map(pick), 0.5)
    rows.push([
      kind,
      median(({ perSecond }) => perSecond).toFixed(0),
      `${median(({ p50 }) => p50).toFixed(1)} / ${median(({ p99 }) => p99).toFixed(1)} ms`,
      `${median(({ cpuMs }) => cpuMs).toFixed(2)} ms`,
    ])
  }
  const title = `${streams} streams at once, ${rounds} rounds of ${seconds} s, medians`
  table(title, ['protocol', 'streams/s', 'to the first text, p50 / p99', 'CPU a stream'], rows)
  client.close()
  child.disconnect()
}

/** Keeps `streams` requests under way for a while. The CPU is that of this process: client, parsing and this loop. */
async function measure(
  client: ModelClient,
  { kind, url, ms }: { kind: ModelKind; url: string; ms: number },
): Promise<Round> {
  const firstTexts: number[] = []
  let finished = 0
  const before = process.cpuUsage()
  const started = performance.now()
  const work = async (): Promise<void> => {
    while (performance.now() - started < ms) {
      firstTexts.push(await askOnce(client, kind, url))
      finished++
    }
  }
  await Promise.all(Array.from({ length: streams }, work))
  const took = performance.now() - started
  const { user, system } = process.cpuUsage(before)
  return {
    perSecond: (finished / took) * 1_000,
    p50: percentile(firstTexts, 0.5),
    p99: percentile(firstTexts, 0.99),
    cpuMs: (user + system) / 1_000 / finished,
  }
}

/** Returns the milliseconds to the first text. */
async function askOnce(client: ModelClient, kind: ModelKind, url: string): Promise<number> {
  const started = performance.now()
  let firstText: number | null = null
  const answer = client.ask({
    account: {
      id: kind,
      kind,
      baseUrl: kind === 'anthropic' ? url : `${url}/v1`,
      model: 'desk',
      apiKey: 'bench',
      outputField: 'max_tokens',
      extra: {},
    },
    messages: [
      { role: 'system', text: 'You answer for Acme.' },
      { role: 'user', text: input },
    ],
    tools: [],
    toolChoice: 'auto',
    maxOutputTokens: 1_000,
    waits: channelWaits.whatsapp,
    signal: new AbortController().signal,
  })
  let words = 0
  for await (const piece of answer.text) {
    firstText ??= performance.now() - started
    words += piece.trim() === '' ? 0 : 1
  }
  const outcome = await answer.outcome
  if (outcome.kind !== 'finished' || words !== 37 || firstText === null)
    throw new Error(`${words} words, then ${JSON.stringify(outcome)}`)
  return firstText
}
