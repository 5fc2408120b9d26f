import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { fastify } from 'fastify'
import type { FastifyInstance } from 'fastify'
import type { App } from '../http/app.ts'
import { readyDocument, readyRoute, sendReady } from '../http/ready-document.ts'
import type { ReadyDocument } from '../http/ready-document.ts'

const title = 'Switchboard project API'

// Written out, because the default policy upgrades every request to https, which a server in a local network may lack.
const contentSecurityPolicy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; frame-ancestors 'self'"

/** The page and everything it loads; it loads nothing from other servers. */
const addresses = [
  '/docs',
  '/docs/',
  '/docs/static/favicon-16x16.png',
  '/docs/static/favicon-32x32.png',
  '/docs/static/index.css',
  '/docs/static/swagger-initializer.js',
  '/docs/static/swagger-ui.css',
  '/docs/static/swagger-ui-bundle.js',
  '/docs/static/swagger-ui-standalone-preset.js',
]

/** Serves the reference page of the API, which reads `/openapi.json`. */
export function addReferencePage(app: App): void {
  let renderer: Promise<FastifyInstance> | null = null
  for (const address of addresses) {
    let page: Promise<ReadyDocument> | null = null
    app.get(address, readyRoute, async (request, reply) => {
      renderer ??= createRenderer()
      page ??= render(renderer, address)
      void reply.header('content-security-policy', contentSecurityPolicy)
      return sendReady(request, reply, await page)
    })
  }
}

/** Creates a server that never listens and renders each page once, at its first request. */
async function createRenderer(): Promise<FastifyInstance> {
  const server = fastify()
  await server.register(swagger)
  await server.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { url: '/openapi.json', deepLinking: true, tryItOutEnabled: false },
    theme: { title },
  })
  return server
}

async function render(renderer: Promise<FastifyInstance>, url: string): Promise<ReadyDocument> {
  const answer = await (await renderer).inject({ url })
  if (answer.statusCode !== 200)
    throw new Error(`the reference page can not load ${url}: status ${answer.statusCode}`)
  return readyDocument(String(answer.headers['content-type']), answer.rawPayload)
}
