import { appendFile, chmod, copyFile, stat, truncate } from 'node:fs/promises'

/** Maximum size of the log. A larger one is moved to `.1`, which replaces the previous `.1`. */
const bytesMax = 10_000_000
const checkEveryMs = 30_000

/** Creates the file when it is missing, readable by its owner alone, and rotates it when it is too large. */
export async function rotateLog(file: string): Promise<void> {
  await appendFile(file, '', { mode: 0o600 })
  await chmod(file, 0o600)
  if ((await stat(file)).size <= bytesMax) return
  const previous = `${file}.1`
  await copyFile(file, previous)
  await chmod(previous, 0o600)
  // The server keeps the file open for appending, so the file is emptied instead of replaced.
  await truncate(file)
}

/** Rotates the log while the server runs, until the signal aborts. */
export function keepLogRotated(file: string, signal: AbortSignal): void {
  // Errors of the disk are reported by the other programs that write to it.
  const timer = setInterval(() => void rotateLog(file).catch(() => {}), checkEveryMs)
  timer.unref()
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
}
