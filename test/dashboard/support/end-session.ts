import type { Page } from 'playwright-core'

/**
 * Ends the session of a page as it sends a change to a path, so that no other request of the page is the first to learn
 * of it. The dialog that asks to sign in would else lie over what is still to be pressed.
 */
export async function endSessionAt(page: Page, path: string): Promise<void> {
  let hasEnded = false
  await page.route(
    (url) => url.pathname === path && !url.searchParams.has('dry_run'),
    async (route) => {
      if (!hasEnded && route.request().method() !== 'GET') {
        hasEnded = true
        await page.context().clearCookies()
      }
      return route.continue()
    },
  )
}
