import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWatch } from './watch.ts'

test('somebody watches for a minute after a request of the dashboard or its API', () => {
  let now = 0
  let hasStreams = false
  const watch = createWatch(
    () => hasStreams,
    () => now,
  )
  assert.equal(watch.isWatched(), false)
  for (const path of ['/readyz', '/organizations/a/projects/b/campaigns', '/apple', '/docs'])
    watch.noteRequest(path)
  assert.equal(watch.isWatched(), false)
  for (const path of ['/app', '/app/live', '/api/sign-in?next=1', '/app?x']) {
    watch.noteRequest(path)
    now += 59_999
    assert.equal(watch.isWatched(), true, path)
    now += 1
    assert.equal(watch.isWatched(), false, path)
  }
  hasStreams = true
  assert.equal(watch.isWatched(), true)
})
