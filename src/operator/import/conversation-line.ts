import {
  channelTypes,
  conversationStatuses,
  conversationTypes,
  speakerRoles,
} from '../../base/conversation-kinds.ts'
import type { NewId } from '../../base/ids.ts'
import { isMapping } from '../../base/unknown-shape.ts'
import { formatCopyRow } from '../../db/copy-in.ts'
import { entryFields, importFields, knownFields } from './import-fields.ts'
import type { LineCheck } from './line-check.ts'
import type { ParsedLine } from './parse-line.ts'

const known = knownFields('conversations')
const { required } = importFields.conversations
const knownOfLine = new Set(entryFields['transcript'])
/** A year. A longer duration is in another unit than seconds. */
const durationSecondsMax = 31_536_000
const transcriptLinesMax = 10_000
const textCharactersMax = 100_000

/** Checks a conversation, and returns its row for `staged`. Reports faults to `check`. */
export function conversationRow(
  check: LineCheck,
  newId: NewId,
  line: number,
  { fields, project }: ParsedLine,
): string {
  check.known(fields, known)
  check.required(fields, required)
  const channelType = check.oneOf('channel_type', fields['channel_type'], channelTypes)
  const number = fields['phone_number']
  const phone =
    channelType === 'whatsapp'
      ? check.whatsappNumber('phone_number', number, project.default_country)
      : check.phone('phone_number', number, project.default_country)
  const startTime = check.instant('start_time', fields['start_time'])
  const endTime = check.instant('end_time', fields['end_time'])
  if (startTime !== null && endTime !== null && endTime < startTime)
    check.addFault('end_time', 'must not be before start_time')
  return formatCopyRow([
    line,
    project.organization_id,
    project._id,
    check.id('_id', fields['_id']) ?? newId(),
    channelType,
    check.oneOf('conversation_type', fields['conversation_type'], conversationTypes),
    check.oneOf('status', fields['status'], conversationStatuses),
    phone === null ? null : phone.normalized,
    phone === null || phone.value === phone.normalized ? null : phone.value,
    check.id('campaign_id', fields['campaign_id']),
    check.id('customer_profile_id', fields['customer_profile_id']),
    startTime,
    endTime,
    check.number('duration_seconds', fields['duration_seconds'], durationSecondsMax),
    transcriptOf(check, fields['transcript'], startTime),
  ])
}

/**
 * Returns the transcript as JSON, each line with its time, by default the conversation's start. Null for an empty
 * transcript.
 */
function transcriptOf(check: LineCheck, value: unknown, startTime: string | null): string | null {
  const lines = check.list('transcript', value, transcriptLinesMax)
  if (lines.length === 0) return null
  return JSON.stringify(
    lines.map((entry, index) => {
      const at = `transcript[${index}]`
      if (!isMapping(entry)) {
        check.addFault(at, 'must be a mapping with role, text and at')
        return null
      }
      check.known(entry, knownOfLine, `${at}.`)
      check.required(entry, ['role', 'text'], `${at}.`)
      return {
        role: check.oneOf(`${at}.role`, entry['role'], speakerRoles),
        text: check.text(`${at}.text`, entry['text'], textCharactersMax),
        said_at: check.instant(`${at}.at`, entry['at']) ?? startTime,
      }
    }),
  )
}
