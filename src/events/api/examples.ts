import { refusals } from '../../base/refusals.ts'
import { endedAt, ids } from '../../http/examples.ts'
import type { OperationExamples } from '../../http/examples.ts'
import { catalog, eventVersion } from '../catalog.ts'

const event = {
  _id: '01939c4e-5a00-7b1c-8d2e-3f4a5b6c7d18',
  type: 'call.ended',
  timestamp: endedAt,
  version: eventVersion,
  organization_id: ids.organization,
  project_id: ids.project,
  data: catalog['call.ended'].example,
}

/** Examples of this folder's endpoints, by operation. */
export const eventExamples: Record<string, OperationExamples> = {
  listEvents: {
    successes: { 200: { message: 'OK', data: { items: [event], next_after: 'at-48213', has_more: false } } },
    refusals: [
      refusals.eventUnknown(),
      refusals.invalidRequest(
        'types: there is no type call.rang; use a type such as call.ended, a kind such as call.*, or *',
      ),
      refusals.scopeMissing('events:read'),
    ],
  },
  streamEvents: {
    successes: {},
    stream: {
      summary: 'The place, then an event',
      text: `retry: 2000\n\nid: at-48190\nevent: place\ndata: {}\n\nid: ${event._id}\ndata: ${JSON.stringify(event)}\n\n`,
    },
    refusals: [refusals.eventUnknown(), refusals.scopeMissing('events:read'), refusals.tooManyStreams()],
  },
}
