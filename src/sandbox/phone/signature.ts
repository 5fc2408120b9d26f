import { createHmac } from 'node:crypto'
import { byName } from '../network/form.ts'
import type { FormFields } from '../network/form.ts'

/**
 * Returns the value of `X-Twilio-Signature`: base64 of HMAC-SHA1 with the account's token. It signs the URL and the
 * name and value of each form field in byte order of the names. Repeated values are made unique and sorted. For a GET
 * the fields are in the URL and `fields` is empty.
 *
 * @param url the address as configured, with the query, without the fragment
 */
export function twilioSignature(token: string, url: string, fields: FormFields): string {
  const grouped = byName(fields)
  let signed = url
  for (const name of Object.keys(grouped).sort()) {
    const values = new Set([grouped[name] ?? []].flat())
    for (const value of [...values].sort()) signed += name + value
  }
  return createHmac('sha1', token).update(signed, 'utf8').digest('base64')
}
