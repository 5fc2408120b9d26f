import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BarePage extends AsyncDisposable {
  url: string
}

/** One file without libraries: it asks for the rows and puts them into a table. */
const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Rows</title>
<style>body { font: 14px system-ui } td { padding: 4px 8px; border-bottom: 1px solid #ccc }</style>
<h1>Conversations</h1><table><tbody></tbody></table>
<script>
  fetch('/rows').then((answer) => answer.json()).then(({ data }) => {
    const rows = data.items.map((row) => {
      const line = document.createElement('tr')
      for (const text of [row.phone_number ?? row.whatsapp_user_id, row.status, row.campaign_id, row.start_time, row.duration_seconds])
        line.insertCell().textContent = text
      return line
    })
    document.querySelector('tbody').append(...rows)
  })
</script></html>`

/** Serves the page that others are compared with. `rowsUrl` is asked for each load, with the cookie. */
export async function serveBarePage(rowsUrl: string, cookie: string): Promise<BarePage> {
  const server = createServer((request, response) => {
    if (request.url !== '/rows') {
      response.setHeader('content-type', 'text/html').end(html)
      return
    }
    fetch(rowsUrl, { headers: { cookie } })
      .then(async (answer) => response.writeHead(answer.status).end(await answer.text()))
      .catch((error: unknown) => response.writeHead(502).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
