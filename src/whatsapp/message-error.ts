import { sql } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'
import { codeMeanings, meaningOf } from '../providers/whatsapp-cloud/error-codes.ts'

/** Why a message failed: Meta's code, and a sentence of ours. */
export interface MessageError {
  code: string | null
  reason: string
}

const unlisted = 'WhatsApp could not deliver the message'

/** Returns the error of a message that Meta reports as failed; `code` is null if the report has no readable one. */
export function errorOfCode(code: string | null): MessageError {
  // Number(null) is 0, which is a code of Meta.
  const meaning = code === null ? null : meaningOf(Number(code))
  return { code, reason: meaning?.reason ?? unlisted }
}

const reasons = JSON.stringify(
  Object.fromEntries(Array.from(codeMeanings, ([code, { reason }]) => [code, reason])),
)

/**
 * Returns the error of a row of `whatsapp_messages` or `whatsapp_message_statuses` as JSON; null where it has none. If
 * its reason was erased, the code says why it failed.
 */
export function errorOfRow(row: Sql): Sql {
  return sql`case when num_nonnulls(${row}.error_code, ${row}.error_reason) > 0 then jsonb_build_object('code', ${row}.error_code,
    'reason', coalesce(${row}.error_reason, ${reasons}::jsonb ->> ${row}.error_code, ${unlisted})) end`
}
