import type { SecretBox } from '../../base/secret-box.ts'
import { selectHasTokenElsewhere } from '../../cells/directory/copy-queries.ts'
import type { Db } from '../../db/database.ts'
import { selectHasVerifyToken, selectUndigestedSenders, updateVerifyTokenDigest } from './event-queries.ts'

interface TokenContext {
  db: Db
  secretBox: SecretBox
}

/**
 * Returns whether a sender has this verify token, by one look-up of a keyed digest. Nobody can compute a digest without
 * the key, so that the response time reveals nothing about any token. A wrong token costs no more than this look-up.
 */
export async function isVerifyToken({ db, secretBox }: TokenContext, token: string): Promise<boolean> {
  await digestTokens({ db, secretBox })
  const digest = secretBox.digest(token)
  return (await selectHasVerifyToken(db, digest)) || (await selectHasTokenElsewhere(db, digest))
}

/** Writes the digests of senders that were declared before digests existed. The migration could not: it has no key. */
async function digestTokens({ db, secretBox }: TokenContext): Promise<void> {
  for (let digested = 1; digested > 0;) {
    digested = 0
    for (const sender of await selectUndigestedSenders(db)) {
      const token = openToken(secretBox, sender.verify_token)
      if (token === null) continue
      await updateVerifyTokenDigest(db, sender, secretBox.digest(token))
      digested++
    }
  }
}

/** Opens a sealed token. Returns null if it was sealed with another key and must be declared again. */
export function openToken(secretBox: SecretBox, sealed: Buffer): string | null {
  try {
    return secretBox.open(sealed)
  } catch {
    return null
  }
}
