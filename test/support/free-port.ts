import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below all ports that Linux and macOS give to whoever listens on port 0, as many tests at once do. */
const ports = { from: 20_000, below: 32_768 }
const triesMax = 100

/** Returns a port of loopback that nothing listens on, and that nobody is given who listens on port 0. */
export async function freePort(): Promise<number> {
  for (let tries = 1; tries <= triesMax; tries++) {
    const port = randomInt(ports.from, ports.below)
    const probe = createServer().listen(port, '127.0.0.1')
    try {
      await once(probe, 'listening')
    } catch {
      continue
    }
    await new Promise((resolve) => probe.close(resolve))
    return port
  }
  throw new Error(`of ${triesMax} ports none was free`)
}
