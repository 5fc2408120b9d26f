import type { Locator, Page } from 'playwright-core'

/** On one page; a list has the same buttons in each row, which are opened once. */
const opensMax = 20
const openMsMax = 5_000

/** What opens something over the page: three dots promise a question, a menu says so itself. */
const openers = 'main button:not([aria-disabled="true"])'
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/**
 * Opens each dialog and menu of a page, also those that a menu leads to, and lets `check` look at it. Escape must close it
 * and give the focus back.
 */
export async function openEach(
  page: Page,
  check: (opened: string) => Promise<void>,
  fault: (what: string) => void,
): Promise<void> {
  const seen = new Set<string>()
  for (let opened = 0; opened < opensMax;) {
    const next = await nextOpener(page, seen)
    if (next === null) return
    opened += 1
    await next.button.press('Enter')
    const overlay = page.locator(overlays).last()
    if (!(await isShown(overlay))) {
      fault(`“${next.name}” opens nothing`)
      return
    }
    await check(`, “${next.name}”`)
    if ((await overlay.getAttribute('role')) === 'menu') await openItems(page, next, check, fault)
    else await closeOverlay(page, next, fault)
  }
}

interface Opener {
  button: Locator
  name: string
}

async function nextOpener(page: Page, seen: Set<string>): Promise<Opener | null> {
  for (const button of await page.locator(openers).all()) {
    const name = (await button.innerText({ timeout: openMsMax }).catch(() => '')).trim()
    const isMenu = (await button.getAttribute('aria-haspopup').catch(() => null)) === 'true'
    const isOpener = isMenu || /…|As curl/.test(name)
    if (!isOpener || seen.has(name) || !(await button.isVisible())) continue
    seen.add(name)
    return { button, name }
  }
  return null
}

async function openItems(
  page: Page,
  opener: Opener,
  check: (opened: string) => Promise<void>,
  fault: (what: string) => void,
): Promise<void> {
  const items = page.locator('[role="menu"] [role="menuitem"]:not([aria-disabled="true"])')
  const names = await items.allInnerTexts()
  for (const [index, name] of names.entries()) {
    if (!name.includes('…')) continue
    await items.nth(index).press('Enter')
    const dialog = page.locator('[role="dialog"], [role="alertdialog"]').last()
    if (await isShown(dialog)) {
      await check(`, “${opener.name}”, “${name}”`)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached', timeout: openMsMax }).catch(() => undefined)
    } else fault(`“${name}” opens nothing`)
    await opener.button.press('Enter')
    await isShown(page.locator('[role="menu"]'))
  }
  await closeOverlay(page, opener, fault)
}

async function closeOverlay(
  page: Page,
  { button, name }: Opener,
  fault: (what: string) => void,
): Promise<void> {
  await page.keyboard.press('Escape')
  const isClosed = await page
    .locator(overlays)
    .last()
    .waitFor({ state: 'detached', timeout: openMsMax })
    .then(
      () => true,
      () => false,
    )
  if (!isClosed) fault(`Escape does not close “${name}”`)
  await page.waitForTimeout(100)
  if (
    isClosed &&
    !(await button.evaluate('(element) => element === document.activeElement').catch(() => true))
  )
    fault(`the focus does not come back to “${name}”`)
}

function isShown(locator: Locator): Promise<boolean> {
  return locator
    .first()
    .waitFor({ timeout: openMsMax })
    .then(
      () => true,
      () => false,
    )
}
