// The thread that reads files of other kinds than HTML: started by `readBounded`, which says what it goes by.
import { parentPort, workerData } from 'node:worker_threads'
import { readFile } from './read-file.ts'

const { type, bytes, name, language } = workerData as {
  type: string
  bytes: Uint8Array
  name: string
  language: string
}
const file = { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name, language }
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await readFile(type, file))
