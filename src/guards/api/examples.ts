import { refusals } from '../../base/refusals.ts'
import { createdAt, ids, listExamples, phoneNumber } from '../../http/examples.ts'
import type { OperationExamples } from '../../http/examples.ts'

/** Examples of this folder's endpoints, by operation. */
export const guardExamples: Record<string, OperationExamples> = {
  listDoNotCall: listExamples(
    {
      _id: ids.call,
      number: phoneNumber,
      since: createdAt,
      source: 'voice',
      why: null,
      added_by: null,
      project_id: ids.project,
      until: null,
      ended_at: null,
      ended_by: null,
      ended_why: null,
    },
    [refusals.scopeMissing('suppressions:manage')],
  ),
  addDoNotCall: {
    request: { numbers: [phoneNumber, '+14155550124'], why: 'asked by e-mail' },
    successes: {
      200: { message: '2 added', data: { added: 2, listed_already: 0, calls_canceled: 1 } },
    },
    refusals: [
      refusals.invalidRequest(
        'numbers[1]: must be a telephone number with its country code, such as +14155550123',
      ),
      refusals.scopeMissing('suppressions:manage'),
    ],
  },
  endDoNotCall: {
    request: { why: 'asked to be called again' },
    successes: { 200: { message: 'Ended', data: { number: phoneNumber, ended: true } } },
    refusals: [
      refusals.invalidRequest('why: must not be empty'),
      refusals.scopeMissing('suppressions:manage'),
    ],
  },
}
