import type { SecretBox } from '../../base/secret-box.ts'
import type { Db } from '../../db/database.ts'
import { selectHasVerifyToken, selectUndigestedSenders, updateVerifyTokenDigest } from './event-queries.ts'
import { openToken } from './open-token.ts'

interface TokenContext {
  db: Db
  secretBox: SecretBox
}

/**
 * Whether a sender has this verify token. One look-up by a digest that nobody without our key can foretell: whoever asks
 * without knowing a token costs no more than that, and how long it takes tells nothing of any token.
 */
export async function isVerifyToken({ db, secretBox }: TokenContext, token: string): Promise<boolean> {
  await digestTokens({ db, secretBox })
  return selectHasVerifyToken(db, secretBox.digest(token))
}

/** Senders that were declared before there were digests get theirs, once, since the schema's migration has no key. */
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
