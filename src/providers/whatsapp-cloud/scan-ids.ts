/** Only this much of the body is searched. Meta puts the first account and number far before it. */
const scannedBytes = 262_144
const idsMax = 100
const member = /"(?:phone_number_)?id"\s{0,8}:\s{0,8}"?(\d{1,40})/g

/**
 * Returns the first ids in a webhook's bytes that look like ids of accounts and phone numbers, without parsing the
 * bytes. They are needed to find the secret that verifies the signature. They prove nothing and may be ids of other
 * objects.
 */
export function scanIds(rawBody: Buffer): string[] {
  const ids = new Set<string>()
  for (const [, id = ''] of rawBody.toString('latin1', 0, scannedBytes).matchAll(member)) {
    ids.add(id)
    if (ids.size === idsMax) break
  }
  return [...ids]
}
