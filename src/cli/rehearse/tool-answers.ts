import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Rehearsal } from '../../operator/rehearse/rehearsal.ts'

/** What answers `http` tools in a rehearsal. */
export interface ToolAnswers extends AsyncDisposable {
  /** Without a slash at its end; a tool is at `URL/NAME`. */
  url: string
}

/** Starts a server that answers each tool as the rehearsal says, and 404 for a tool that it does not name. */
export async function startToolAnswers(answers: Rehearsal['answers']): Promise<ToolAnswers> {
  const server = createServer((request, response) => {
    request.resume()
    request.once('end', () => {
      const name = (request.url ?? '').slice(1)
      const answer = Object.hasOwn(answers, name) ? answers[name] : undefined
      const { status, body } = answer ?? {
        status: 404,
        body: { message: 'The rehearsal has no answer of this tool' },
      }
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}
