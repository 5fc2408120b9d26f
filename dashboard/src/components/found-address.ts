import type { Found } from '../api/operations.ts'
import { paths } from '../path-builder.ts'

/**
 * Returns where a thing that was found in an organization is shown; the home page of its project where it has no page
 * yet.
 */
export function addressOf({ kind, _id, project_id, detail }: Found, organization: string): string {
  const place = { organization, project: project_id }
  switch (kind) {
    case 'call':
      return paths.call(place, _id)
    case 'campaign':
      return paths.campaign(place, _id)
    case 'conversation':
      return paths.conversation(place, _id)
    case 'person':
      return paths.customerProfile(place, _id)
    case 'ticket':
      return paths.ticket(place, _id, { isOpen: detail === 'open' })
    case 'broadcast':
      return paths.broadcast(place, _id)
    case 'message':
      return paths.message(place, _id)
    case 'workflow':
      return paths.workflow(place, _id)
    case 'agent':
      return paths.agent(place, _id)
    case 'model_account':
      return paths.models(place)
    case 'source':
      return paths.source(place, _id)
    case 'whatsapp_sender':
      return paths.sender(place, _id)
    case 'whatsapp_template':
      return paths.template(place, _id)
    case 'voice_carrier':
    case 'caller_id':
      return paths.carriers(place)
    case 'api_key':
      return paths.keys(place)
    case 'webhook_endpoint':
      return paths.webhook(place, _id)
    default:
      return paths.home(place)
  }
}
