import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createPatternChecker } from './pattern-checker.ts'

it('reports faults that need compiling and faults that do not', async () => {
  const check = createPatternChecker()
  assert.equal(await check([]), null)
  assert.equal(await check(['/docs/**', '/\\.html$/']), null)
  assert.match((await check(['/docs/**', '/(/'])) ?? '', /^\[1\] is not a usable regular expression/)
  assert.match((await check(['/docs/**', ''])) ?? '', /^\[1\] is empty$/)
  // Concurrent lists get their own results.
  const answers = await Promise.all([check(['/a']), check(['/(/']), check(['/b'])])
  assert.deepEqual(
    answers.map((answer) => answer === null),
    [true, false, true],
  )
})

it('stops compiling a list after its time limit, and goes on with the next list', async () => {
  const hasty = createPatternChecker(0)
  const slow = Array.from({ length: 20 }, (_, index) => `/${'\\p{L}x'.repeat(5)}${index}/i`)
  assert.equal(await hasty(slow), 'take longer than 0 s to compile')
  assert.equal(await hasty(slow), 'take longer than 0 s to compile')
})
