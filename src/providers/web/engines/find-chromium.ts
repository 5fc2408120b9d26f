import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

/** Where systems keep it. */
const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The Chromium to render pages with: the system's, which gets its security updates; else one that Playwright has
 * installed; else the one that comes by npm, for Linux, which is unpacked into the folder for temporary files.
 */
export async function findChromium(): Promise<string> {
  const found = [...usualPlaces, chromium.executablePath()].find((place) => existsSync(place))
  if (found !== undefined) return found
  const { default: packed } = await import('@sparticuz/chromium')
  return packed.executablePath()
}
