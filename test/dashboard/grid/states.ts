import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { acceptLink, pageHeaders, password } from '../../../scripts/pictures/demo-service.ts'
import { waitMsMax } from '../support/wait.ts'

/** Where the pages are, and who looks at them. */
export interface Site {
  browser: Browser
  url: string
  /** Cookies. */
  owner: string
  viewer: string
}

export const stateNames = ['full', 'dialogs', 'not-allowed', 'loading', 'refused', 'stale', 'empty'] as const
export type StateName = (typeof stateNames)[number]

/** How a page gets into a state. */
export interface State {
  /** Who looks. */
  who: 'owner' | 'viewer'
  /** Before the page is loaded. */
  prepare?: (context: BrowserContext, site: Site) => Promise<unknown>
  /** Once it is loaded. Returns false if this page has no such state. */
  reach: (page: Page) => Promise<boolean>
  /** Goes through what the page can open, and looks at each. */
  opens?: boolean
}

/** What a page asks for; the shell asks for less. */
const ofOrganization = /\/api\/organizations\/[^/]+\//
const skeleton = '[role="status"] svg rect'

/** A failed request is repeated before the page says so. A page that asks for nothing is waited for in vain. */
const refusedMsMax = 30_000

const stays = () => Promise.resolve(true)
const isShown = (locator: Locator, timeout: number): Promise<boolean> =>
  locator
    .first()
    .waitFor({ timeout })
    .then(
      () => true,
      () => false,
    )

export const states: Record<StateName, State> = {
  full: { who: 'owner', reach: stays },
  dialogs: {
    who: 'owner',
    // Some dialogs ask for the password after a quarter of an hour, which the walk can take.
    prepare: (_context, { url, owner }) => confirmPassword(url, owner),
    reach: stays,
    opens: true,
  },
  // A viewer may read; what needs more says which role, on the page or at its buttons.
  'not-allowed': { who: 'viewer', reach: stays },
  loading: {
    who: 'owner',
    // The service has the request and does not answer.
    prepare: (context) => context.route(ofOrganization, () => undefined),
    // The page has settled by now: it has its skeleton, or it asks for nothing.
    reach: async (page) =>
      (await page.locator(skeleton).count()) > 0 && isShown(page.locator(skeleton), waitMsMax),
  },
  refused: {
    who: 'owner',
    // The connection breaks off, as when the service stops.
    prepare: (context) => context.route(ofOrganization, (route) => route.abort('connectionreset')),
    reach: (page) => isShown(page.getByRole('alert'), refusedMsMax),
  },
  stale: {
    who: 'owner',
    reach: async (page) => {
      // What the shell says of the stream, beside its clock.
      const state = page.locator('[role="status"]:has(+ time)')
      if ((await state.count()) === 0) return false
      const before = await state.innerText()
      await page.context().setOffline(true)
      // The stream's next line is waited for before the page counts as stale.
      const deadline = Date.now() + waitMsMax
      while ((await state.innerText()) === before) {
        if (Date.now() > deadline) throw new Error('the page does not say that it is stale')
        await page.waitForTimeout(200)
      }
      return true
    },
  },
  empty: { who: 'owner', reach: stays },
}

async function confirmPassword(url: string, cookie: string): Promise<void> {
  const answer = await fetch(`${url}/api/me/confirm`, {
    method: 'POST',
    headers: { ...pageHeaders, cookie },
    body: JSON.stringify({ password }),
  })
  if (!answer.ok) throw new Error(`the password was not confirmed: ${await answer.text()}`)
}

/** Invites somebody who may only read, and returns their cookie. */
export async function inviteViewer(url: string, organization: string, cookie: string): Promise<string> {
  const answer = await fetch(`${url}/api/organizations/${organization}/people`, {
    method: 'POST',
    headers: { ...pageHeaders, cookie },
    body: JSON.stringify({ email: 'vera@example.com', name: 'Vera Viewer', role: 'viewer' }),
  })
  if (!answer.ok) throw new Error(`the viewer was not invited: ${await answer.text()}`)
  const { data } = (await answer.json()) as { data: { link: { url: string } } }
  return (await acceptLink(url, data.link.url)).cookie
}
