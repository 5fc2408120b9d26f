import { randomUUID } from 'node:crypto'
import { systemClock } from '../../base/clock.ts'
import { beginSpan } from '../../base/trace-span.ts'
import type { TraceSpan } from '../../base/trace-span.ts'
import { privateHostsOf } from '../web/guard/private-hosts.ts'
import { createResolver } from '../web/guard/resolver.ts'
import type { Resolver } from '../web/guard/resolver.ts'
import type { ModelProtocol } from './answer/protocol.ts'
import { anthropic } from './anthropic/protocol.ts'
import { createConnections } from './connection/connections.ts'
import { runRequest } from './connection/run-request.ts'
import type { ModelClient, ModelKind, ModelRequest } from './model-client.ts'
import { openaiCompatible } from './openai-compatible/protocol.ts'

const protocols: Readonly<Record<ModelKind, ModelProtocol>> = {
  openai_compatible: openaiCompatible,
  anthropic,
}

/** Describes a request to a model without what is asked. No header makes it a part of our trace. */
function describeRequest({ account }: ModelRequest): TraceSpan {
  return {
    name: 'ask model',
    kind: 'client',
    attributes: { 'gen_ai.provider.name': account.kind, 'server.address': new URL(account.baseUrl).hostname },
  }
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
    ask: (request) =>
      beginSpan(
        () => describeRequest(request),
        (end) => {
          const answer = runRequest(request, protocols[request.account.kind], context)
          if (end !== null)
            void answer.outcome.then(({ kind }) =>
              end(
                { 'switchboard.outcome': kind },
                kind === 'finished' || kind === 'aborted' ? undefined : kind,
              ),
            )
          return answer
        },
      ),
    close: connections.close,
  }
}
