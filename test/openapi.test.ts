// openapi.json as its readers use it: a public linter, a generated client, and the answers of a running server.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { generateApi } from 'swagger-typescript-api'
import { startService } from './support/service.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = readFileSync(path.join(root, 'openapi.json'), 'utf8')
const document = JSON.parse(source) as {
  openapi: string
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>
}

describe('the OpenAPI document', () => {
  it('passes the recommended rules of a public linter', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source, config, absoluteRef: path.join(root, 'openapi.json') })
    // Where the service runs is the operator's: the server is named by a relative address on purpose.
    const faults = problems.filter(({ ruleId }) => ruleId !== 'no-server-example.com')
    assert.deepEqual(
      faults.map(({ ruleId, message, location }) => ({ ruleId, message, at: location[0]?.pointer })),
      [],
    )
  })

  it('makes a client that compiles', async () => {
    const folder = mkdtempSync(path.join(root, 'node_modules/.cache/client-'))
    try {
      const made = await generateApi({ input: path.join(root, 'openapi.json'), output: false, silent: true })
      const [client] = made.files
      assert.ok(client)
      for (const name of ['triggerCall', 'createCall', 'listCampaigns', 'listProjects'])
        assert.ok(client.fileContent.includes(`${name}:`), name)
      const file = path.join(folder, 'client.ts')
      writeFileSync(file, client.fileContent)
      const flags = [
        '--ignoreConfig',
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--target',
        'esnext',
        '--module',
        'nodenext',
        '--lib',
        'esnext,dom,dom.iterable',
      ]
      execFileSync(path.join(root, 'node_modules/.bin/tsc'), [...flags, file], { encoding: 'utf8' })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('describes every route of the project API, and every status that its tests meet', async () => {
    await using service = await startService({ carrier: { api_url: 'http://127.0.0.1:9' } })
    assert.deepEqual(JSON.parse(await (await fetch(`${service.url}/openapi.json`)).text()), document)
    const doors = globSync('src/*/api/*.ts', { cwd: root })
      .map((file) => path.join(root, file))
      .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    for (const [route, operations] of Object.entries(document.paths))
      for (const [method, { operationId, responses }] of Object.entries(operations)) {
        const door = doors.find(({ text }) => text.includes(`operationId: '${operationId}'`))
        assert.ok(door, `${method} ${route}: no door says that it is ${operationId}`)
        const test = readFileSync(door.file.replace(/\.ts$/, '.test.ts'), 'utf8')
        for (const status of Object.keys(responses))
          if (status !== '500' || method === 'post')
            assert.ok(test.includes(status), `${method} ${route}: no test meets ${status}`)
      }
  })

  it('has a reference page that asks nothing of other hosts', async () => {
    await using service = await startService({ carrier: { api_url: 'http://127.0.0.1:9' } })
    const response = await fetch(`${service.url}/docs`)
    assert.equal(response.status, 200)
    const html = await response.text()
    const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!)
    assert.ok(assets.length >= 4)
    for (const asset of assets) {
      const url = new URL(asset, response.url)
      assert.equal(url.origin, service.url)
      assert.equal((await fetch(url)).status, 200, asset)
    }
    assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'self'/)
  })
})
