import { readFile } from 'node:fs/promises'
import type { App } from '../http/app.ts'
import { readyDocument, readyRoute, sendReady } from '../http/ready-document.ts'
import type { ReadyDocument } from '../http/ready-document.ts'
import { renderReference } from './reference/render-reference.ts'
import type { ApiReference, ReferencePage } from './reference/render-reference.ts'

/** Nothing inline, nothing from another origin, no request from its script. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

interface ShownDocument extends ReferencePage {
  title: string
  read: (app: App) => unknown
}

const documents: ShownDocument[] = [
  {
    title: 'Project API',
    address: '/docs',
    documentAddress: '/openapi.json',
    header: 'X-API-Key: $SWITCHBOARD_KEY',
    read: (app) => app.swagger(),
  },
  {
    title: 'Management API',
    address: '/docs/management',
    documentAddress: '/api/openapi.json',
    header: 'Authorization: Bearer $SWITCHBOARD_TOKEN',
    read: (app) => app.managementSwagger(),
  },
]

const files = {
  'favicon.svg': 'image/svg+xml',
  'reference.css': 'text/css; charset=utf-8',
  'reference.js': 'text/javascript; charset=utf-8',
}

/**
 * Serves the reference of both APIs, one page each. A page is made of the document at the first request for it. Ids in
 * the query, `?organization_id=…&project_id=…`, are written into its addresses by its script, so the bytes are the same
 * for everybody.
 */
export function addReferencePage(app: App): void {
  for (const page of documents) {
    const make = async () =>
      readyDocument(
        'text/html; charset=utf-8',
        Buffer.from(renderReference(page.read(app) as ApiReference, page, documents)),
      )
    serve(app, page.address, make)
    if (page.address === '/docs') serve(app, '/docs/', make)
  }
  for (const [file, type] of Object.entries(files))
    serve(app, `/docs/static/${file}`, async () =>
      readyDocument(type, await readFile(new URL(`reference/${file}`, import.meta.url))),
    )
}

function serve(app: App, address: string, make: () => Promise<ReadyDocument>): void {
  let made: Promise<ReadyDocument> | null = null
  app.get(address, readyRoute, async (request, reply) => {
    made ??= make()
    void reply.header('content-security-policy', contentSecurityPolicy)
    return sendReady(request, reply, await made)
  })
}
