import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createResolver } from '../../src/providers/web/guard/resolver.ts'
import type { Resolver, ResolverOptions } from '../../src/providers/web/guard/resolver.ts'

/** A name server on loopback. */
export interface NameServer extends AsyncDisposable {
  /** `127.0.0.1:PORT` */
  address: string
  /** All questions, such as `A example.test`, with repetitions. */
  questions: string[]
}

const typeA = 1
const typeAaaa = 28

/** Returns a resolver that asks this server alone. */
export function resolverAt({ address }: NameServer, options: ResolverOptions = {}): Resolver {
  return createResolver({ ...options, servers: [address], hostsFile: '/nonexistent/hosts' })
}

/**
 * Starts a name server that has IPv4 addresses for these names and no IPv6 addresses. It never answers for unknown
 * names, nor `AAAA` questions for names in `silentForAaaa`.
 */
export async function startNameServer(
  names: Readonly<Record<string, readonly string[]>> = {},
  silentForAaaa: readonly string[] = [],
): Promise<NameServer> {
  const socket = createSocket('udp4')
  const questions: string[] = []
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query)
    questions.push(`${type === typeAaaa ? 'AAAA' : 'A'} ${name}`)
    const addresses = names[name]
    if (addresses === undefined || (type === typeAaaa && silentForAaaa.includes(name))) return
    socket.send(answerOf(query.subarray(0, end), type === typeA ? addresses : []), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    [Symbol.asyncDispose]: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function answerOf(question: Buffer, addresses: readonly string[]): Buffer {
  const header = Buffer.from(question)
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(addresses.length, 6)
  header.fill(0, 8, 12)
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  )
  return Buffer.concat([header, ...records])
}
