import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { sql } from '../../src/db/sql.ts'
import type { WhatsappService } from '../support/whatsapp.ts'

/** A proxy between the service and the WhatsApp network, with which a test decides when an answer arrives. */
export interface Gate extends AsyncDisposable {
  /** Withholds answers, only those to requests with the number if there is one; requests pass. */
  hold: (number?: string) => void
  release: () => void
}

export async function startGate({ service, network }: WhatsappService): Promise<Gate> {
  const sockets = new Set<Socket>()
  let isOpen = Promise.resolve()
  let open = () => {}
  /** Part of each request whose answer is withheld. */
  let held = ''
  const server = createServer((near) => {
    const far = connect(network.port, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    near.pipe(far)
    let asked = ''
    /** Pieces of an answer, and its end, keep their order. */
    let passed = Promise.resolve()
    const pass = (act: () => void): void => {
      const until = asked.includes(held) ? isOpen : Promise.resolve()
      asked = ''
      passed = passed.then(() => until).then(act)
    }
    near.on('data', (chunk: Buffer) => (asked += chunk.toString()))
    far.on('data', (chunk: Buffer) => pass(() => near.write(chunk)))
    far.on('close', () => pass(() => near.end()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await service.context.db.query(sql`update whatsapp_senders set api_url = ${`http://127.0.0.1:${port}`}`)
  return {
    hold: (number = '') => {
      // Bodies may have it without the plus.
      held = number.replace('+', '')
      const { promise, resolve } = Promise.withResolvers<void>()
      isOpen = promise
      open = resolve
    },
    release: () => open(),
    [Symbol.asyncDispose]: async () => {
      open()
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
