import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { describe, it } from 'node:test'
import { ownerOfPort } from './connection-owner.ts'

describe('the owner of a connection', () => {
  it('is the one of the given processes that opened the connection', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const accepted = once(server, 'connection') as Promise<[Socket]>
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const [far] = await accepted
    assert.equal(ownerOfPort(far.remotePort!, [process.ppid, process.pid]), process.pid)
    assert.equal(ownerOfPort(far.remotePort!, [process.ppid]), null)
    socket.destroy()
    far.destroy()
    server.close()
  })
})
