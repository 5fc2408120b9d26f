import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Page, Request } from 'playwright-core'

/**
 * How long a test waits for anything in a browser, in milliseconds. It only ends a test that hangs: a machine with much
 * else to do takes many times longer than an idle one.
 */
export const waitMsMax = 60_000
const pollMs = 50
/** How often in a row a page has to look the same before it counts as at rest. */
const restLooks = 3
const restPollMs = 50

/**
 * Reads something of a page until it is as expected. What a test has waited for may come before the rest of a page, so
 * a value that is read once may be too early.
 *
 * @param what names the value in the failure.
 * @param expected the value, or a pattern that the text matches.
 * @returns what was read.
 * @throws {AssertionError} with the last value, if it is another one for a minute.
 */
export async function becomes<T>(what: string, read: () => Promise<T>, expected: T | RegExp): Promise<T> {
  const isExpected = (value: T): boolean =>
    expected instanceof RegExp
      ? typeof value === 'string' && expected.test(value)
      : isDeepStrictEqual(value, expected)
  for (const deadline = performance.now() + waitMsMax; ;) {
    const value = await read()
    if (isExpected(value)) return value
    if (performance.now() > deadline) {
      if (expected instanceof RegExp) assert.match(String(value), expected, what)
      assert.deepEqual(value, expected, what)
    }
    await pause(pollMs)
  }
}

/** The requests of a page that have no answer yet. A stream never ends, so it does not count. */
const openRequests = new WeakMap<Page, Set<Request>>()

/** Follows the requests of a page, for `waitForRest`. */
export function followRequests(page: Page): void {
  const open = new Set<Request>()
  openRequests.set(page, open)
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
}

/** What the page shows, without figures that count by themselves; null while something loads or nothing is drawn. */
const shownState = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const { body, documentElement } = document
  const text = body.innerText.replaceAll(/\\d+/g, '#')
  const isLoading = document.querySelector('[role=status] svg[width="100%"] > rect') !== null
  const size = [documentElement.clientWidth, documentElement.scrollWidth, documentElement.scrollHeight]
  resolve(isLoading || text.trim() === '' ? null : JSON.stringify([text, body.querySelectorAll('*').length, size]))
})))`

/**
 * Waits until a page of the dashboard has all that it shows: no request is open, nothing is loading, and it looks the
 * same several times in a row.
 *
 * @throws {Error} if it still changes after a minute.
 */
export async function waitForRest(page: Page): Promise<void> {
  const open = openRequests.get(page)
  assert.ok(open, 'the requests of the page are followed')
  let before: string | null = null
  let looks = 0
  for (const deadline = performance.now() + waitMsMax; looks < restLooks;) {
    if (performance.now() > deadline) {
      const asked = [...open].map((request) => request.url()).join(', ')
      throw new Error(`${page.url()} is still changing after ${waitMsMax} ms; open requests: ${asked}`)
    }
    await pause(restPollMs)
    const state = await page.evaluate<string | null>(shownState)
    looks = state !== null && state === before && open.size === 0 ? looks + 1 : 0
    before = state
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
