import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meaningOf } from './error-codes.ts'

test('each code is about the number, the account or the rate, as Twilio’s error dictionary says', () => {
  const abouts = {
    number: [13223, 13224, 13225, 21202, 21211, 21214, 21216, 21217],
    account: [
      10001, 10002, 13227, 13247, 20001, 20003, 20004, 20005, 20006, 20008, 20404, 21201, 21203, 21205, 21206,
      21208, 21209, 21210, 21212, 21213, 21215, 21218, 21220, 32018, 1, 99999,
    ],
    rate: [10004, 20429, 22005],
    fault: [20500, 20501, 20503, 20599],
  }
  for (const [about, codes] of Object.entries(abouts))
    for (const code of codes) assert.equal(meaningOf(code).about, about, String(code))
})

test('every reason can follow a colon and holds no digit', () => {
  for (let code = 1; code < 600_000; code++)
    assert.match(meaningOf(code).reason, /^[a-z][a-zA-Z ,'-]{10,80}[a-zA-Z]$/)
})
