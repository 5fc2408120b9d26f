import { randomUUID } from 'node:crypto'
import { systemClock } from '../../base/clock.ts'
import { privateHostsOf } from '../web/guard/private-hosts.ts'
import { createResolver } from '../web/guard/resolver.ts'
import type { Resolver } from '../web/guard/resolver.ts'
import { anthropic } from './anthropic/protocol.ts'
import type { ModelProtocol } from './answer/protocol.ts'
import { createConnections } from './connection/connections.ts'
import { runRequest } from './connection/run-request.ts'
import type { ModelClient, ModelKind } from './model-client.ts'
import { openaiCompatible } from './openai-compatible/protocol.ts'

const protocols: Readonly<Record<ModelKind, ModelProtocol>> = {
  openai_compatible: openaiCompatible,
  anthropic,
}

/** Creates the client of all model accounts of a process. */
export function createModelClient(options: {
  /** The private hosts that the operator opens: `host` or `host:port`. */
  privateHosts: readonly string[]
  /** Default: the machine's hosts file and name servers. */
  lookup?: Resolver
  /** Certificates to trust instead of the usual ones. */
  ca?: string
}): ModelClient {
  const connections = createConnections({
    privateHosts: privateHostsOf(options.privateHosts),
    lookup: options.lookup ?? createResolver(),
    ca: options.ca,
  })
  const context = { connections, clock: systemClock, newCallId: () => `call_${randomUUID()}` }
  return {
    ask: (request) => runRequest(request, protocols[request.account.kind], context),
    close: connections.close,
  }
}
