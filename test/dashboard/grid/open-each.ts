import type { Locator, Page } from 'playwright-core'
import { waitMsMax } from '../support/wait.ts'

/** On one page; a list has the same buttons in each row, which are opened once. */
const opensMax = 20

/** What opens something over the page: three dots promise a question, a menu says so itself. What unfolds does not. */
const openers = 'main button:not([aria-disabled="true"], [aria-expanded]:not([aria-haspopup]))'
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/**
 * Opens each dialog and menu of a page, also those that a menu leads to, and lets `check` look at it. Escape must close
 * it and give the focus back.
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
    let choosers = 0
    // A chooser of files is a window of the browser's own.
    page.once('filechooser', () => (choosers += 1))
    await next.button.press('Enter')
    const overlay = page.locator(overlays).last()
    if (!(await isShown(overlay, () => choosers > 0))) {
      if (choosers > 0) continue
      fault(`“${next.name}” opens nothing`)
      return
    }
    const isMenu = (await page.locator('[role="menu"]').count()) > 0
    await check(`, “${next.name}”`)
    if (!(await overlay.isVisible())) {
      fault(`what “${next.name}” opened is gone by itself`)
      // Where it has come back, what is opened next would not be reached.
      if (await isShown(overlay)) await closeOverlay(page, next, fault)
    } else if (isMenu) await openItems(page, next, check, fault)
    else await closeOverlay(page, next, fault)
  }
}

interface Opener {
  button: Locator
  name: string
}

async function nextOpener(page: Page, seen: Set<string>): Promise<Opener | null> {
  for (const button of await page.locator(openers).all()) {
    // The page may have fewer by now.
    if ((await button.count()) === 0) continue
    const name = (await button.innerText().catch(() => '')).trim()
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
      await dialog.waitFor({ state: 'detached' }).catch(() => undefined)
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
    .waitFor({ state: 'detached' })
    .then(
      () => true,
      () => false,
    )
  if (!isClosed) fault(`Escape does not close “${name}”`)
  if (!isClosed) return
  const focused = await focusElsewhere(button)
  if (focused !== null) fault(`the focus does not come back to “${name}”, it is on ${focused}`)
}

/** The part of an element that is read in the page; the types of a browser are not those of tests. */
interface InDocument {
  ownerDocument: { activeElement: { outerHTML: string } | null }
}

/** Returns what has the focus, as HTML; null if it is the button, or the button is gone. */
async function focusElsewhere(button: Locator): Promise<string | null> {
  const handle = await button.elementHandle().catch(() => null)
  if (handle === null) return null
  const page = await handle.ownerFrame()
  const deadline = Date.now() + waitMsMax
  for (;;) {
    // A text would not be called with the element.
    const focused = await handle.evaluate((element) => {
      const { activeElement } = (element as unknown as InDocument).ownerDocument
      return element === activeElement ? null : (activeElement?.outerHTML.slice(0, 200) ?? 'nothing')
    })
    if (focused === null || Date.now() > deadline) return focused
    await page?.waitForTimeout(20)
  }
}

async function isShown(locator: Locator, isOver = () => false): Promise<boolean> {
  for (const deadline = Date.now() + waitMsMax; Date.now() < deadline && !isOver();) {
    if (await locator.first().isVisible()) return true
    await locator.page().waitForTimeout(20)
  }
  return false
}
