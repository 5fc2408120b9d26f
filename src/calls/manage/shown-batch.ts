import { z } from 'zod'
import { CampaignParams } from '../../http/paths.ts'
import { timestamp } from '../../http/timestamp.ts'
import { batchStates } from '../batches/batch-queries.ts'
import { faultKinds } from '../batches/batch.ts'
import { fileFormats } from '../batches/read-rows.ts'
import { callStates } from '../call.ts'

export const BatchParams = CampaignParams.extend({
  batch_id: z.string().describe('Id of the batch, one of this campaign.'),
})

const Counts = z.object(Object.fromEntries(faultKinds.map((kind) => [kind, z.int().min(0)]))) as z.ZodObject<
  Record<(typeof faultKinds)[number], z.ZodInt>
>

export const ShownRowFault = z
  .object({
    line: z.int().min(0).describe('Line of the file, from 1.'),
    kind: z
      .enum(faultKinds)
      .describe(
        '`invalid`: it can not be read, or a value is not allowed. `number`: no number that can be called. `repeated`: its number stands in an earlier row that is not left out. `waiting`: a call of the campaign to it waits or is under way. `incomplete`: it lacks a value that the campaign speaks.',
      ),
    field: z.string().nullable().describe('The name of the value; null: the whole row.'),
    message: z.string().describe('What is wrong, and what would be right.'),
  })
  .meta({ id: 'CallRowFault', description: 'Why a row of a file was left out.' })

const Stop = z
  .object({ code: z.string(), message: z.string() })
  .nullable()
  .describe('Why the campaign takes no calls; null if it does.')

const batchFields = {
  _id: z.string(),
  campaign_id: z.string(),
  name: z.string().nullable().describe('The name of the file.'),
  format: z.enum(fileFormats),
  file_bytes: z.int().min(1),
  is_again: z.boolean().describe('The same bytes were to be called once more.'),
  rows_count: z.int().min(0),
  accepted_count: z.int().min(0).describe('Rows that become calls.'),
  queued_count: z.int().min(0).describe('Rows that are calls by now.'),
  left_out: Counts.describe('The other rows, by the first reason.'),
  faults_count: z.int().min(0),
  state: z
    .enum(batchStates)
    .describe(
      '`queueing`: a worker turns rows into calls. `queued`: all are calls. `stopped`: the campaign takes no more calls; `stop` says why. `canceling`: calls under way have not ended.',
    ),
  state_since: timestamp(),
  stop: Stop,
  made_by: z.string().describe('Who gave the file, as of then.'),
  created_at: timestamp(),
}

export const CallBatch = z.object(batchFields).meta({ id: 'CallBatch', description: 'Calls from one file.' })

export const WholeCallBatch = z
  .object({
    ...batchFields,
    by_state: z
      .partialRecord(z.enum(callStates), z.int().min(1))
      .describe('The calls of the batch by what they are now.'),
  })
  .meta({ id: 'WholeCallBatch', description: 'Calls from one file, with their outcomes.' })

export const CallFileCheck = z
  .object({
    format: z.enum(fileFormats),
    file_bytes: z.int().min(1),
    rows: z.int().min(1),
    accepted: z.int().min(0).describe('Rows that would become calls.'),
    left_out: Counts.describe('The other rows, by the first reason.'),
    found: Counts.describe('Rows for which each reason holds, left out or not.'),
    faults: z.array(ShownRowFault).describe('The first faults, in the order of the file.'),
    faults_count: z.int().min(0).describe('All faults.'),
    refusal: Stop,
    is_paused: z.boolean().describe('The campaign is on hold, so the calls would wait for its release.'),
    hours: z
      .object({
        is_open: z.boolean(),
        opens_at: timestamp().nullable(),
        closes_at: timestamp().nullable(),
        timezone: z.string().nullable().describe('Null where the campaign has no calling hours of its own.'),
        at_callee: z
          .boolean()
          .describe('Whether the hours hold where the callee is, for each call by itself.'),
      })
      .describe('The calling hours now.'),
    ends_at: timestamp().nullable(),
    estimate: z
      .object({
        first_attempt_at: timestamp()
          .nullable()
          .describe('Null if none is dialed before the campaign ends, or the rate is too low for any date.'),
        last_attempt_at: timestamp()
          .nullable()
          .describe(
            'Null if not all are dialed before the campaign ends, or the rate is too low for any date.',
          ),
        too_late: z.int().min(0).describe('Calls that are not dialed before the campaign ends.'),
        assumes: z
          .object({
            slots: z.int(),
            seconds_per_call: z.number().describe('Estimates how long a call holds its slot.'),
            seconds_from: z
              .enum(['latest_calls', 'assumption'])
              .describe('`assumption`: no call of the campaign has ended yet.'),
            calls_per_second: z.number().describe('The rate limit of the carrier account.'),
            calls_before: z.int().min(0).describe('Calls of the campaign that wait already.'),
          })
          .describe('What the estimate assumes.'),
      })
      .describe(
        'When the calls would be dialed if slots are always in use, each call takes as long as `assumes` says, and nobody is dialed again.',
      ),
    earlier_batch_id: z.string().nullable().describe('The batch that the same bytes have made already.'),
  })
  .meta({ id: 'CallFileCheck', description: 'What would happen with a file of calls.' })
