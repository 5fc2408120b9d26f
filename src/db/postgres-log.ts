import { appendFile, chmod, copyFile, stat, truncate } from 'node:fs/promises'

/** What the file may hold before it is begun anew; what it held is kept once, beside it. */
const bytesMax = 10_000_000
const lookMs = 30_000

/** Makes the file where it is missing, for its owner alone, and begins it anew where it is too long. */
export async function boundLog(file: string): Promise<void> {
  await appendFile(file, '', { mode: 0o600 })
  await chmod(file, 0o600)
  if ((await stat(file)).size <= bytesMax) return
  const last = `${file}.1`
  await copyFile(file, last)
  await chmod(last, 0o600)
  // The server appends to the file that it has open, so that one is emptied, not replaced.
  await truncate(file)
}

/** Keeps the file within its bound while the server runs, until the signal aborts. */
export function keepLogBounded(file: string, signal: AbortSignal): void {
  // A full or closed disk is told of by whatever else writes there.
  const timer = setInterval(() => void boundLog(file).catch(() => {}), lookMs)
  timer.unref()
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
}
