import type { Page } from 'playwright-core'
import { isLong } from '../../support/length.ts'
import {
  assertAccessible,
  assertAccessibleColors,
  assertFromCatalog,
  assertNarrow,
  bringAxe,
  sizes,
} from './browser.ts'
import type { Dashboard } from './browser.ts'
import { waitForRest } from './wait.ts'

/**
 * Looks at screens as everybody may see them: in English for the access rules, and in the pseudo-language on a phone
 * for its texts and, because they are longer, for their width. At full length also in the dark theme, on a phone in
 * English, and in the pseudo-language on a desk; then the page in English loads each address. Otherwise the pages move
 * there as links do, since loading takes half a second. Looks at all screens before it fails.
 *
 * @param screens a name and an address below `/app` each.
 * @throws {AggregateError} with the faults of every screen.
 */
export async function lookAtEach(
  dashboard: Dashboard,
  screens: Readonly<Record<string, string>>,
): Promise<void> {
  const faults: Error[] = []
  const page = await dashboard.open('/me')
  if (isLong) await bringAxe(page)
  const mirrored = await dashboard.open('/me', { language: 'pseudo' })
  for (const [name, address] of Object.entries(screens))
    try {
      if (isLong) await page.goto(`${dashboard.service.url}/app${address}`)
      else await move(page, `/app${address}`)
      await waitForScreen(page)
      if (isLong) {
        await assertAccessibleInBothThemes(page, name)
        await asPhone(page, () => assertNarrow(page, name))
      } else await assertAccessible(page, name)
      await move(mirrored, `/app${address}`)
      await waitForScreen(mirrored)
      if (isLong) await assertFromCatalog(mirrored, `${name}, mirrored`)
      await asPhone(mirrored, async () => {
        await assertNarrow(mirrored, `${name}, mirrored`)
        await assertFromCatalog(mirrored, `${name}, mirrored on a phone`)
      })
    } catch (fault) {
      faults.push(fault as Error)
    }
  await page.context().close()
  await mirrored.context().close()
  if (faults.length > 0) throw new AggregateError(faults, faults.map(({ message }) => message).join('\n'))
}

/**
 * Asserts that axe finds no violation in light, and none of colors in dark, which the page takes up without being
 * loaded again. A theme changes nothing but colors.
 */
export async function assertAccessibleInBothThemes(page: Page, what = page.url()): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await assertAccessible(page, `${what}, light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await assertAccessibleColors(page, `${what}, dark`)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Shows the page in the window of a phone that is touched, while the function looks at it. */
async function asPhone(page: Page, look: () => Promise<void>): Promise<void> {
  const touch = await page.context().newCDPSession(page)
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await touch.send('Emulation.setScrollbarsHidden', { hidden: true })
  await page.setViewportSize(sizes.phone)
  await waitForRest(page)
  await look()
  await touch.detach()
  await page.setViewportSize(sizes.desk)
}

/** Waits until a screen has what it shows. */
async function waitForScreen(page: Page): Promise<void> {
  await page.getByRole('heading').or(page.getByRole('alert')).first().waitFor()
  await waitForRest(page)
}

/**
 * Moves a page of the dashboard to an address without loading it. It goes by an address that leads nowhere, so that
 * nothing of the screen before can be taken for the next one.
 */
async function move(page: Page, address: string): Promise<void> {
  const nowhere = page.getByText('There is nothing at this address.')
  await go(page, '/app/nowhere')
  await nowhere.waitFor()
  await go(page, address)
  await nowhere.waitFor({ state: 'detached' })
}

/** Moves as the buttons “back” and “forward” of the browser do. */
async function go(page: Page, address: string): Promise<void> {
  await page.evaluate(`{
    const state = { idx: (history.state?.idx ?? 0) + 1 }
    history.pushState(state, '', ${JSON.stringify(address)})
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }`)
}
