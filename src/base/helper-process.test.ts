import assert from 'node:assert/strict'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { startHelper } from './helper-process.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'helper-'))
after(() => rmSync(folder, { recursive: true }))

function script(name: string, body: string): URL {
  const helper = new URL('./helper-process.ts', import.meta.url).href
  const file = path.join(folder, name)
  writeFileSync(file, `import { serveParent } from ${JSON.stringify(helper)}\n${body}`)
  return pathToFileURL(file)
}

const echo = script(
  'echo.ts',
  `serveParent((question) => {
    if (question === 'end') process.exit()
    while (question === 'hang');
    return { question, bytes: Buffer.from('x'), big: 7n, env: { ...process.env } }
  })`,
)

it('answers one question after another, and knows no variable but the folder of compiled modules', async () => {
  const compiled = getCompileCacheDir()
  await using helper = await startHelper<string, unknown>(echo, { heapMb: 64 })
  for (const question of ['one', 'two'])
    assert.deepEqual(await helper.ask(question, 60_000), {
      question,
      bytes: Buffer.from('x'),
      big: 7n,
      env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(compiled) },
    })
})

it('keeps its compiled modules, although it is killed', async () => {
  const compiled = path.join(folder, 'compiled')
  const files = (): number => globSync(`${compiled}/*/*`).length
  const begin = async (): Promise<void> => {
    await using helper = await startHelper<string, unknown>(echo, {
      heapMb: 64,
      env: { NODE_COMPILE_CACHE: compiled },
    })
    await helper.ask('one', 60_000)
    // By the time of a second answer the work after the first is done.
    await helper.ask('two', 60_000)
  }
  await begin()
  const kept = files()
  // The script and the module that it imports, stripped and compiled.
  assert.ok(kept >= 4, `${kept} files`)
  await begin()
  assert.equal(files(), kept)
})

it('returns null when the process ends or takes too long, and from then on', async () => {
  for (const question of ['end', 'hang']) {
    await using helper = await startHelper<string, unknown>(echo, { heapMb: 64 })
    assert.equal(await helper.ask(question, question === 'hang' ? 300 : 60_000), null)
    assert.equal(await helper.ask('one', 60_000), null)
  }
})

it('rejects when the process does not start', async () => {
  const broken = script('broken.ts', 'throw new Error("no")')
  await assert.rejects(startHelper(broken, { heapMb: 64 }), /the process broken\.ts did not start/)
})
