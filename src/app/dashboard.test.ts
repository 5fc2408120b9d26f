import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import { createLog } from '../base/log.ts'
import { createApp } from '../http/create-app.ts'
import { addDashboard } from './dashboard.ts'

const browser = { 'accept-encoding': 'gzip, br' }

async function serve(files: Record<string, string>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'dashboard-'))
  await mkdir(path.join(folder, 'dist/assets'), { recursive: true })
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(folder, file), text)
  const app = await createApp({ log: createLog('silent') })
  await app.register(async (scope) => addDashboard(scope, null as never, path.join(folder, 'dist')))
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  const close = async () => {
    await app.close()
    await rm(folder, { recursive: true })
  }
  return { get, [Symbol.asyncDispose]: close }
}

const built = {
  'dist/index.html': '<p>page</p>',
  'dist/theme.js': 'theme',
  'dist/assets/main-1a2b.js': 'plain',
  'dist/assets/main-1a2b.js.br': 'brotli',
  'dist/assets/main-1a2b.js.gz': 'gzip',
  'secret.txt': 'secret',
}

describe('the dashboard', () => {
  it('answers index.html for every path without a file, never to be kept, with its policy', async () => {
    await using service = await serve(built)
    for (const url of [
      '/app',
      '/app/',
      '/app/sign-in',
      '/app/an-organization/a-project/live',
      '/app/index.html',
    ]) {
      const answer = await service.get(url)
      assert.equal(answer.statusCode, 200, url)
      assert.equal(answer.payload, '<p>page</p>', url)
      assert.equal(answer.headers['cache-control'], 'private, no-store', url)
      assert.equal(
        answer.headers['content-security-policy'],
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; " +
          "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
          "require-trusted-types-for 'script'; trusted-types 'none'",
      )
    }
  })

  it('answers files with a hash in their name for a year, in the encoding that the browser takes', async () => {
    await using service = await serve(built)
    const brotli = await service.get('/app/assets/main-1a2b.js', browser)
    assert.equal(brotli.payload, 'brotli')
    assert.equal(brotli.headers['content-encoding'], 'br')
    assert.equal(brotli.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.match(String(brotli.headers['content-type']), /javascript/)
    assert.match(String(brotli.headers['vary']), /accept-encoding/i)
    const gzip = await service.get('/app/assets/main-1a2b.js', { 'accept-encoding': 'gzip' })
    assert.equal(gzip.payload, 'gzip')
    const plain = await service.get('/app/assets/main-1a2b.js')
    assert.equal(plain.payload, 'plain')
  })

  it('asks to check other files again', async () => {
    await using service = await serve(built)
    const answer = await service.get('/app/theme.js')
    assert.equal(answer.payload, 'theme')
    assert.equal(answer.headers['cache-control'], 'no-cache')
  })

  it('answers 404 for a file of another build, and nothing from outside its folder', async () => {
    await using service = await serve(built)
    assert.equal((await service.get('/app/assets/main-0000.js')).statusCode, 404)
    for (const url of [
      '/app/../secret.txt',
      '/app/..%2fsecret.txt',
      '/app/%2e%2e/secret.txt',
      '/app/assets/..%2f..%2fsecret.txt',
    ])
      assert.doesNotMatch((await service.get(url)).payload, /secret/, url)
  })

  it('says the command where it is not built', async () => {
    await using service = await serve({})
    const answer = await service.get('/app/sign-in')
    assert.equal(answer.statusCode, 503)
    assert.match(String(answer.headers['content-type']), /^text\/html/)
    assert.match(answer.payload, /npm ci --include=dev/)
  })
})
