import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createPatternChecker } from './pattern-checker.ts'

it('says what is wrong with a list, whether it takes compiling or not', async () => {
  const check = createPatternChecker()
  assert.equal(await check([]), null)
  assert.equal(await check(['/docs/**', '/\\.html$/']), null)
  assert.match((await check(['/docs/**', '/(/'])) ?? '', /^\[1\] is no regular expression that can be used/)
  assert.match((await check(['/docs/**', ''])) ?? '', /^\[1\] is empty$/)
  // At once too, each with its own answer.
  const answers = await Promise.all([check(['/a']), check(['/(/']), check(['/b'])])
  assert.deepEqual(
    answers.map((answer) => answer === null),
    [true, false, true],
  )
})

it('gives a list no more than its time, and goes on with the next', async () => {
  const hasty = createPatternChecker(0)
  const slow = Array.from({ length: 20 }, (_, index) => `/${'\\p{L}x'.repeat(5)}${index}/i`)
  assert.equal(await hasty(slow), 'take longer than 0 s to compile')
  assert.equal(await hasty(slow), 'take longer than 0 s to compile')
})
