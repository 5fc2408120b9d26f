import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { sql } from '../../src/db/sql.ts'
import type { WhatsappService } from '../support/whatsapp.ts'

/** A proxy between the service and the WhatsApp network, with which a test decides when an answer arrives. */
export interface Gate extends AsyncDisposable {
  /** Withholds answers; requests pass. */
  hold: () => void
  release: () => void
}

export async function startGate({ service, network }: WhatsappService): Promise<Gate> {
  const sockets = new Set<Socket>()
  let isOpen = Promise.resolve()
  let open = () => {}
  const server = createServer((near) => {
    const far = connect(network.port, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    near.pipe(far)
    far.on('data', (chunk: Buffer) => void isOpen.then(() => near.write(chunk)))
    far.on('close', () => void isOpen.then(() => near.end()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await service.context.db.query(sql`update whatsapp_senders set api_url = ${`http://127.0.0.1:${port}`}`)
  return {
    hold: () => {
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
