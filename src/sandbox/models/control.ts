import { malformed, takeJson, wholeOf } from '../network/control-request.ts'
import { jsonAnswer } from '../network/http-server.ts'
import type { Answer, Incoming } from '../network/http-server.ts'
import { entriesInMemoryMax } from '../network/network-log.ts'
import { modelKinds } from './behavior/models.ts'
import { Script } from './behavior/scripts.ts'
import type { Exchange } from './exchange.ts'
import { FaultRule } from './faults.ts'
import { keptRequestsMax } from './kept-requests.ts'

/**
 * Handles a request to a control endpoint below `/sandbox`. There is no authentication, so the network must listen on
 * the loopback address. Bodies must have the JSON content type, which a web page of another origin can not send.
 */
export function answerControl(exchange: Exchange, request: Incoming): Answer {
  const { faults, state } = exchange
  switch (`${request.method} ${request.path}`) {
    case 'GET /sandbox/models':
      return jsonAnswer(200, { models: modelKinds.map(({ name, summary }) => ({ name, summary })) })
    case 'GET /sandbox/scripts':
      return jsonAnswer(200, { scripts: state.scripts.all() })
    case 'POST /sandbox/scripts':
      return takeJson(request, Script, (script) => state.scripts.add(script))
    case 'DELETE /sandbox/scripts':
      state.scripts.clear()
      return nothing()
    case 'GET /sandbox/faults':
      return jsonAnswer(200, { faults: faults.armed() })
    case 'POST /sandbox/faults':
      return takeJson(request, FaultRule, (rule) => faults.arm(rule))
    case 'DELETE /sandbox/faults':
      faults.clear()
      return nothing()
    case 'GET /sandbox/log':
      return page(request.query, entriesInMemoryMax, (after, limit) => ({
        entries: exchange.log.after(after, limit),
      }))
    case 'GET /sandbox/requests':
      return page(request.query, keptRequestsMax, (after, limit) => ({
        requests: exchange.requests.after(after, limit),
      }))
    default:
      return jsonAnswer(404, {
        message: 'Control endpoints: models, scripts, faults, log, requests; see the README',
      })
  }
}

function nothing(): Answer {
  return { ...jsonAnswer(204, undefined), headers: {} }
}

function page(query: string, limitMax: number, read: (after: number, limit: number) => object): Answer {
  const after = wholeOf(query, 'after', 0, 0, Number.MAX_SAFE_INTEGER)
  const limit = wholeOf(query, 'limit', Math.min(1000, limitMax), 1, limitMax)
  if (after === null || limit === null) return malformed('after and limit are whole numbers')
  return jsonAnswer(200, read(after, limit))
}
