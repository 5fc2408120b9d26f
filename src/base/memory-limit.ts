import { Worker } from 'node:worker_threads'

/**
 * Ends this process with SIGKILL once it takes more memory than `maxMb`, even while it computes: a thread of its own
 * looks. V8's limit counts the JavaScript heap only, not the buffers into which libraries unpack files.
 */
export function limitMemory(maxMb: number): void {
  const script = new URL('./memory-limit-thread.ts', import.meta.url)
  new Worker(script, { workerData: maxMb * 1_048_576 }).unref()
}
