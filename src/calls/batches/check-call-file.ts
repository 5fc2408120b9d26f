import { createHash } from 'node:crypto'
import type { Clock } from '../../base/clock.ts'
import { isUuid } from '../../base/ids.ts'
import { refusals } from '../../base/refusals.ts'
import { Refusal } from '../../base/refusals/refusal.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import { openingAt } from '../../campaigns/calling-hours.ts'
import { isAtCallee, ownHours } from '../../campaigns/campaign-hours.ts'
import { selectCampaignForCalls } from '../../campaigns/queries.ts'
import type { CampaignForCalls } from '../../campaigns/queries.ts'
import { isPaused } from '../../campaigns/readiness.ts'
import type { Db } from '../../db/database.ts'
import type { Reader } from '../../db/queryable.ts'
import { selectListedNumbers } from '../../guards/do-not-call/look-up-queries.ts'
import type { NumberRules } from '../../guards/numbers/number-rules.ts'
import { neededVariables, textsOf } from '../../workflows/needed-variables.ts'
import { selectWorkflowDefinition } from '../../workflows/queries.ts'
import { checkRules } from '../place/place-call.ts'
import { campaignKeyOf } from '../queue/queue-queries.ts'
import type { CampaignKey } from '../queue/queue-queries.ts'
import { selectBatchOfFile, selectMeasuredCalls } from './batch-queries.ts'
import type { AcceptedRow, IncludableKind } from './batch.ts'
import { checkFile } from './check-file.ts'
import type { FileCheck } from './check-file.ts'
import { estimateAtCallees } from './estimate-at-callees.ts'
import { estimateAttempts } from './estimate-attempts.ts'
import type { AttemptEstimate, Assumptions } from './estimate-attempts.ts'
import { createRowPlaces } from './place-rows.ts'
import type { RowPlaces } from './place-rows.ts'
import { formatOf, UnusableFile } from './read-rows.ts'
import type { FileFormat } from './read-rows.ts'

export interface CallFile extends CampaignKey {
  bytes: Buffer
  /** The name of the file; null: none was given. */
  name: string | null
  /** Rows that are queued although something is found about them. */
  include: readonly IncludableKind[]
}

export interface ReadContext {
  db: Db
  clock: Clock
  secretBox: SecretBox
}

/** What would happen with a file. */
export interface CheckedFile extends FileCheck {
  format: FileFormat
  file_bytes: number
  /** Why the campaign takes no calls now; null if it does. */
  refusal: { code: string; message: string } | null
  is_paused: boolean
  hours: {
    is_open: boolean
    opens_at: string | null
    closes_at: string | null
    timezone: string | null
    at_callee: boolean
  }
  ends_at: string | null
  estimate: AttemptEstimate & { assumes: Assumptions & { seconds_from: 'latest_calls' | 'assumption' } }
  /** The batch that these bytes have made; null: the campaign had no such file. */
  earlier_batch_id: string | null
}

/** For how long a call is taken to hold its slot if none of the campaign has ended. */
const secondsAssumed = 60
/**
 * Checks a file whole and says what would happen, without any trace.
 *
 * @throws {Refusal} 404 for the campaign; 400 if the file can't be read as a whole.
 */
export async function checkCallFile(context: ReadContext, file: CallFile): Promise<CheckedFile> {
  const { db, clock } = context
  const found = await findCampaign(db, file)
  const { campaign } = found
  const format = formatOf(file.bytes)
  const { calling_hours } = campaign
  const now = clock.now()
  const places = placesOf(db, file, campaign, now)
  const check = await checked(context, db, file, { ...found, format, places }, async () => {})
  const [measured, earlier] = await Promise.all([
    selectMeasuredCalls(db, file, campaign.voice_carrier_id),
    selectBatchOfFile(db, file, sha256Of(file.bytes)),
  ])
  const hours = ownHours(calling_hours)
  const opening = openingAt(hours, now)
  const endsAt = campaign.ends_at === null ? null : new Date(campaign.ends_at)
  const assumptions: Assumptions = {
    slots: campaign.slots,
    seconds_per_call: Math.max(1, Math.round(measured.seconds_per_call ?? secondsAssumed)),
    calls_per_second: measured.calls_per_second ?? 1,
    calls_before: measured.calls_before,
  }
  const estimate =
    places !== null && calling_hours !== null
      ? estimateAtCallees(places.groups(), assumptions, { hours: calling_hours, endsAt, now })
      : estimateAttempts(check.accepted, assumptions, { hours, endsAt, now })
  return {
    ...check,
    format,
    file_bytes: file.bytes.length,
    refusal: refusalNow({ clock }, campaign),
    is_paused: isPaused(campaign),
    hours: {
      is_open: opening.isOpen,
      opens_at: opening.isOpen ? null : (opening.opensAt?.toISOString() ?? null),
      closes_at: opening.isOpen ? (opening.closesAt?.toISOString() ?? null) : null,
      timezone: hours?.timezone ?? null,
      at_callee: isAtCallee(calling_hours),
    },
    ends_at: campaign.ends_at,
    estimate: {
      ...(check.accepted === 0 ? { first_attempt_at: null, last_attempt_at: null, too_late: 0 } : estimate),
      assumes: {
        ...assumptions,
        seconds_from: measured.seconds_per_call === null ? 'assumption' : 'latest_calls',
      },
    },
    earlier_batch_id: earlier?._id ?? null,
  }
}

function refusalNow({ clock }: Pick<ReadContext, 'clock'>, campaign: CampaignForCalls) {
  try {
    checkRules({ clock }, 'queue', { campaign })
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { code: error.code, message: error.message }
  }
}

export interface FoundCampaign {
  campaign: CampaignForCalls
  number_rules: NumberRules
  default_country: string | null
  needed: string[]
}

/** Finds the campaign, and what it speaks of a customer. */
export async function findCampaign(db: Db, key: CampaignKey): Promise<FoundCampaign> {
  const { organization_id, project_id, campaign_id } = key
  const found = isUuid(campaign_id)
    ? await selectCampaignForCalls(db, organization_id, project_id, campaign_id)
    : null
  if (!found?.campaign) throw refusals.campaignNotFound()
  const { campaign, default_country, number_rules } = found
  const { script, workflow_id, workflow_revision } = campaign
  const texts =
    campaign.campaign_type === 'workflow' && workflow_id !== null && workflow_revision !== null
      ? textsOf(await selectWorkflowDefinition(db, organization_id, workflow_id, workflow_revision))
      : textsOf(script)
  return { campaign, default_country, number_rules, needed: neededVariables(texts, 'customer') }
}

/** Returns what finds where the callees of a file may be; null where the campaign's hours don't hold there. */
export function placesOf(
  db: Reader,
  file: CampaignKey,
  { calling_hours: hours }: CampaignForCalls,
  now: Date,
): RowPlaces | null {
  return hours !== null && isAtCallee(hours) ? createRowPlaces(db, campaignKeyOf(file), { hours, now }) : null
}

export async function checked(
  { clock, secretBox }: ReadContext,
  db: Reader,
  file: CallFile,
  {
    default_country,
    number_rules,
    needed,
    format,
    places,
  }: FoundCampaign & { format: FileFormat; places: RowPlaces | null },
  take: (rows: AcceptedRow[]) => Promise<void>,
): Promise<FileCheck> {
  const options = {
    format,
    defaultCountry: default_country,
    needed,
    include: new Set(file.include),
    places,
    selectListed: (reader: Reader, numbers: readonly string[]) =>
      selectListedNumbers(reader, secretBox, file.organization_id, numbers, clock.now()),
    numberRules: number_rules,
  }
  try {
    return await checkFile(db, file, file.bytes, options, take)
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error
    const { line, message } = error
    const where = line === 0 ? '' : `line ${line}`
    throw refusals.callFileUnusable(where === '' ? message : `${where}: ${message}`, [
      { path: where, message },
    ])
  }
}

export function sha256Of(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
