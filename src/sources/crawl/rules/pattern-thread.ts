// The worker thread that compiles patterns to check them. `createPatternChecker` starts it.
import { parentPort } from 'node:worker_threads'
import { readPatterns } from './patterns.ts'

const port = parentPort
port?.on('message', (given: readonly string[]) => {
  const read = readPatterns(given)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  port.postMessage(read.kind === 'fault' ? read.message : null)
})
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- as above
port?.postMessage('ready')
