import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../base/refusals/refusal.ts'
import type { App } from '../http/app.ts'
import type { Context } from './context.ts'

/** Nothing inline, nothing from another origin, no HTML made from text. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const builtFolder = fileURLToPath(new URL('../../dashboard/dist/', import.meta.url))
/** Their names have a hash of their content. */
const hashedFiles = 'assets/'

const missingPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Switchboard</title>
<h1>The dashboard is not built</h1>
<p>The service runs without it. To build it, run this in the project folder:</p>
<pre>npm ci --include=dev</pre>
<p>Then load this page again.</p>
</html>
`

/** Serves the dashboard: its files, and `index.html` for every other path below `/app`. */
export function addDashboard(app: App, _context: Context, folder: string = builtFolder): void {
  void app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    // Without a build there is a page that says so.
    suppressWarning: true,
  })
  const options = { schema: { hide: true } }
  app.get('/app', options, async (_request, reply) => send(reply, folder, 'index.html'))
  app.get<{ Params: { '*': string } }>('/app/*', options, async (request, reply) =>
    // From the root down, so that no path leads out of the folder.
    send(reply, folder, path.posix.normalize(`/${request.params['*']}`).slice(1)),
  )
}

function send(reply: FastifyReply, folder: string, file: string): FastifyReply {
  void reply.header('content-security-policy', contentSecurityPolicy)
  if (!existsSync(path.join(folder, 'index.html')))
    return reply.code(503).type('text/html; charset=utf-8').send(missingPage)
  if (file.startsWith(hashedFiles)) {
    if (!isFile(folder, file)) throw new Refusal('route_not_found', 'The dashboard has no such file')
    void reply.header('cache-control', 'public, max-age=31536000, immutable')
    return reply.sendFile(file)
  }
  if (file !== 'index.html' && isFile(folder, file)) {
    void reply.header('cache-control', 'no-cache')
    return reply.sendFile(file)
  }
  // It names the files of its build, so it is never kept.
  return reply.sendFile('index.html')
}

function isFile(folder: string, file: string): boolean {
  return statSync(path.join(folder, file), { throwIfNoEntry: false })?.isFile() ?? false
}
