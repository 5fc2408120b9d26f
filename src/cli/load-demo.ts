import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../base/config.ts'
import type { DemoAddresses } from '../operator/demo/demo-declaration.ts'
import { loadHistory } from '../operator/demo/history/load-history.ts'
import type { HistoryContext, HistorySummary } from '../operator/demo/history/load-history.ts'
import { loadDemo } from '../operator/demo/load-demo.ts'
import type { DemoContext, LoadedDemo } from '../operator/demo/load-demo.ts'

/**
 * Loads the demo. Its key is kept in a file of `DATA_DIR`, so that each start can show it; the database has only its
 * hash.
 */
export async function loadWithKey(
  config: Config,
  context: DemoContext,
  addresses: DemoAddresses,
  hasHistory: boolean,
): Promise<LoadedDemo> {
  const file = path.join(config.dataDir, 'demo.key')
  const stored = await readFile(file, 'utf8').catch(() => null)
  const demo = await loadDemo(context, addresses, stored, { hasHistory })
  if (demo.key !== stored) {
    await rm(file, { force: true })
    await writeFile(file, demo.key, { mode: 0o600 })
  }
  return demo
}

interface LoadedHistory {
  summary: HistorySummary
  seconds: number
}

/** Loads the history, and shows the progress as one line on standard error where that is a terminal. */
export async function loadShownHistory(
  context: HistoryContext,
  demo: LoadedDemo,
  signal: AbortSignal,
): Promise<LoadedHistory | null> {
  const begun = performance.now()
  const show = (line: string) => void (process.stderr.isTTY && process.stderr.write(`\r\x1b[K${line}`))
  const progress = (phase: string) => show(`Loading the demo's history: ${phase}`)
  const summary = await loadHistory(context, demo, { progress, signal }).finally(() => show(''))
  return summary && { summary, seconds: (performance.now() - begun) / 1_000 }
}

export function describeHistory({ summary, seconds }: LoadedHistory): string {
  const { conversations, profiles, messages } = summary
  const records = `${conversations} conversations, ${profiles} people and ${messages} messages`
  return `The demo's history is loaded: ${records}, in ${seconds.toFixed(1)} s`
}
