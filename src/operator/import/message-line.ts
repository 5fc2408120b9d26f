import { channelTypes, conversationTypes } from '../../base/conversation-kinds.ts'
import type { NewId } from '../../base/ids.ts'
import { subjectCharactersMax } from '../../conversations/ticket.ts'
import { formatCopyRow } from '../../db/copy-in.ts'
import { importFields, knownFields } from './import-fields.ts'
import type { LineCheck } from './line-check.ts'
import type { ParsedLine } from './parse-line.ts'

const knownOfMessage = knownFields('messages')
const knownOfTicket = knownFields('tickets')
const textCharactersMax = 100_000
const statusCharactersMax = 100

/** Checks a message, and returns its row for `staged`. Reports faults to `check`. */
export function messageRow(check: LineCheck, newId: NewId, line: number, parsed: ParsedLine): string {
  const { fields } = parsed
  check.known(fields, knownOfMessage)
  check.required(fields, importFields.messages.required)
  return formatCopyRow([
    ...commonCells(check, newId, line, parsed),
    check.oneOf('direction', fields['direction'], conversationTypes),
    check.text('text', fields['text'], textCharactersMax),
  ])
}

/** Checks a ticket, and returns its row for `staged`. Reports faults to `check`. */
export function ticketRow(check: LineCheck, newId: NewId, line: number, parsed: ParsedLine): string {
  const { fields } = parsed
  check.known(fields, knownOfTicket)
  check.required(fields, importFields.tickets.required)
  return formatCopyRow([
    ...commonCells(check, newId, line, parsed),
    check.text('subject', fields['subject'], subjectCharactersMax),
    check.name('status', fields['status'], statusCharactersMax) ?? 'open',
  ])
}

function commonCells(check: LineCheck, newId: NewId, line: number, { fields, project }: ParsedLine) {
  return [
    line,
    project.organization_id,
    project._id,
    check.id('_id', fields['_id']) ?? newId(),
    check.id('conversation_id', fields['conversation_id']),
    check.id('customer_profile_id', fields['customer_profile_id']),
    check.oneOf('channel_type', fields['channel_type'], channelTypes),
    check.instant('created_at', fields['created_at']),
  ]
}
