import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { after, describe, it } from 'node:test'

const folder = mkdtempSync(path.join(tmpdir(), 'moved-clock-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Prints the times of its clocks, one line for each line that it reads. */
const program = `
process.stdin.on('data', () => console.log(JSON.stringify({
  now: Date.now(), made: new Date().getTime(), text: Date.parse(Date()), steady: performance.timeOrigin + performance.now(),
  given: new Date(2026, 10, 21).getMonth(), parsed: new Date('2026-11-21T12:00:00Z').toISOString(),
  isDate: new Date() instanceof Date && new (class extends Date {})() instanceof Date,
})))`

interface Reading {
  now: number
  made: number
  text: number
  steady: number
  given: number
  parsed: string
  isDate: boolean
}

describe('a moved clock', () => {
  it('moves only the time of day, by the offset in the file, and notices when the file changes', async () => {
    const file = path.join(folder, 'offset')
    const preload = new URL('moved-clock.ts', import.meta.url).href
    const child = spawn(process.execPath, ['--import', preload, '--eval', program], {
      env: { ...process.env, MOVED_CLOCK_FILE: file },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    try {
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      const read = async (): Promise<Reading> => {
        child.stdin.write('\n')
        const { value } = (await lines.next()) as { value: string }
        return JSON.parse(value) as Reading
      }
      const untilOff = async (byMs: number): Promise<Reading & { at: number }> => {
        for (const deadline = performance.now() + 180_000; performance.now() < deadline;) {
          const begun = performance.now()
          const reading = await read()
          // Whatever stands still while the clocks are read makes them differ.
          const isUndisturbed = performance.now() - begun < 200
          if (isUndisturbed && Math.abs(reading.now - Date.now() - byMs) < 200)
            return { ...reading, at: Date.now() }
        }
        throw new Error(`the clock is not off by ${byMs} ms`)
      }
      await untilOff(0)
      for (const byMs of [3_600_000, -800, 0]) {
        writeFileSync(`${file}.next`, String(byMs))
        renameSync(`${file}.next`, file)
        const { now, made, text, steady, given, parsed, isDate, at } = await untilOff(byMs)
        // Less than the offsets, with time for other processes between two readings.
        assert.ok(Math.abs(made - now) < 400)
        assert.ok(Math.abs(text - now) < 1_100)
        assert.ok(Math.abs(steady - at) < 500)
        assert.deepEqual([given, parsed, isDate], [10, '2026-11-21T12:00:00.000Z', true])
      }
    } finally {
      child.kill('SIGKILL')
    }
  })
})
