/** Where Meta names the first account and number, and far more. */
const scannedBytes = 262_144
const idsMax = 100
const member = /"(?:phone_number_)?id"\s{0,8}:\s{0,8}"?(\d{1,40})/g

/**
 * Returns the first ids of accounts and phone numbers that a webhook's bytes seem to name, without parsing them: what has to
 * be known to find the secret by which the bytes are verified. They may be ids of something else, and prove nothing.
 */
export function scanIds(rawBody: Buffer): string[] {
  const ids = new Set<string>()
  for (const [, id = ''] of rawBody.toString('latin1', 0, scannedBytes).matchAll(member)) {
    ids.add(id)
    if (ids.size === idsMax) break
  }
  return [...ids]
}
