import type { Page } from 'playwright-core'
import { openSettled, themes } from '../../../scripts/pictures/take-pictures.ts'
import { assertAccessible, assertFromCatalog, assertNarrow, openWindow, watch } from '../support/browser.ts'
import type { OpenOptions } from '../support/browser.ts'
import { waitMsMax } from '../support/wait.ts'
import { openEach } from './open-each.ts'
import type { Site, State, StateName } from './states.ts'

export interface GridPage {
  name: string
  address: string
}

/** Pages for people who are not signed in. */
const signedOut = new Set(['sign-in', 'welcome', 'invited'])
/** All parts in all states: what it shows as loading never ends, and its buttons do nothing. */
const samples = 'parts'

type Look = Required<Pick<OpenOptions, 'size' | 'language'>>
/** A desk is looked at with axe, a phone for its width; the language decides the direction. */
const looks: readonly Look[] = [
  { size: 'desk', language: 'en' },
  { size: 'desk', language: 'pseudo' },
  { size: 'phone', language: 'en' },
  { size: 'phone', language: 'pseudo' },
]

interface Found {
  looks: number
  faults: string[]
}

/** Looks at every page in one state. */
export async function walk(
  site: Site,
  pages: readonly GridPage[],
  name: StateName,
  state: State,
): Promise<Found> {
  const found: Found = { looks: 0, faults: [] }
  // Two windows at a time: there are rarely more cores for them.
  for (const size of ['desk', 'phone'])
    await Promise.all(
      looks
        .filter((look) => look.size === size)
        .map((look) => walkInLook(site, pages, { name, state, look, found })),
    )
  return found
}

interface Walk {
  name: StateName
  state: State
  look: Look
  found: Found
}

async function walkInLook(site: Site, pages: readonly GridPage[], walk: Walk): Promise<void> {
  const { state, look, found } = walk
  for (const { name, address } of pages) {
    if (name === samples && walk.name !== 'full') continue
    const cookie = signedOut.has(name) ? null : site[state.who]
    const context = await openWindow(site.browser, site.url, { ...look, cookie })
    await state.prepare?.(context, site)
    const page = await context.newPage()
    const faults: string[] = []
    watch(page, site.url, faults)
    const what = `${name}, ${walk.name}, ${look.size} ${look.language}`
    try {
      // These are not still, or never end to load.
      const isRestless = walk.name === 'loading' || name === samples
      const failed = await (isRestless ? openSettled(page, address) : openSettled(page, address, waitMsMax))
      const isMoving = isRestless || failed === 'still loading'
      if (failed !== null && !isMoving) throw new Error(failed)
      if (await state.reach(page)) {
        const check = async (opened: string): Promise<void> => {
          found.looks += 1
          await lookAt(page, look, `${what}${opened}`).catch((fault: unknown) => faults.push(String(fault)))
        }
        if (state.opens === true) await openEach(page, check, (fault) => faults.push(`${what}: ${fault}`))
        else await check('')
      }
    } catch (error) {
      faults.push(`${what}: ${String(error)}`)
    }
    await context.close()
    // Requests that the state itself cuts are no faults of the page.
    found.faults.push(...faults)
  }
}

async function lookAt(page: Page, { size, language }: Look, what: string): Promise<void> {
  if (size === 'phone') await assertNarrow(page, what)
  else
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await assertAccessible(page, `${what}, ${theme}`)
    }
  // The samples of the parts are not from the catalog.
  if (language === 'pseudo' && !what.startsWith(`${samples},`)) await assertFromCatalog(page, what)
}
