import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Part } from './part.ts'

/** Step 4: cells, which `cells.ts` shows as a program of its own. */
export const cellsPart: Part = {
  name: 'cells',
  programs: ['haproxy'],
  isIsolated: false,
  async run() {
    const program = fileURLToPath(new URL('cells.ts', import.meta.url))
    const child = spawn(process.execPath, [program, '--quick'], { stdio: 'inherit' })
    const [code] = (await once(child, 'exit')) as [number | null]
    const breaches = code === 0 ? [] : [{ what: 'the program says why' }]
    return [
      {
        bar: 'cells',
        what: 'moves under load',
        figure: code === 0 ? 'all as it must be' : `ended with ${code ?? 'a signal'}`,
        must: 'all as it must be',
        judged: 1,
        breaches,
      },
    ]
  },
}
