// The thread that looks at the memory of its process. `limitMemory` starts it.
import { workerData } from 'node:worker_threads'

/** The fastest library fills some 100 MB in this time. */
const lookEveryMs = 25

setInterval(() => {
  if (process.memoryUsage.rss() > Number(workerData)) process.kill(process.pid, 'SIGKILL')
}, lookEveryMs)
