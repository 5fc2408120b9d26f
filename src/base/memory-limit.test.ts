import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { startHelper } from './helper-process.ts'

it('ends a process whose buffers grow while it computes, and no other', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'memory-'))
  try {
    const file = path.join(folder, 'fill.ts')
    const imported = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href)
    writeFileSync(
      file,
      `import { serveParent } from ${imported('./helper-process.ts')}
       import { limitMemory } from ${imported('./memory-limit.ts')}
       limitMemory(Number(process.argv[2]))
       serveParent((endless) => {
         const kept = [Buffer.alloc(50_000_000, 1)]
         while (endless) if (kept.length < 40) kept.push(Buffer.alloc(10_000_000, 1))
         return kept.length
       })`,
    )
    const options = { heapMb: 64, args: ['300'] }
    await using helper = await startHelper<boolean, number>(pathToFileURL(file), options)
    assert.equal(await helper.ask(false, 60_000), 1)
    const begunAt = performance.now()
    assert.equal(await helper.ask(true, 60_000), null)
    assert.ok(performance.now() - begunAt < 50_000, 'it was ended for its time')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
