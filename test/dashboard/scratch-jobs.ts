import { readFileSync, writeFileSync, existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { acceptLink, findRecords } from '../../scripts/pictures/demo-service.ts'
import { launchChromium, openWindow } from './support/browser.ts'
import { openSettled } from '../../scripts/pictures/take-pictures.ts'
void chromium
const url = 'http://127.0.0.1:18931'
const file = '/tmp/jobs-s/cookie'
if (!existsSync(file)) {
  const link = /http:\S+welcome#\S+/.exec(readFileSync('/tmp/jobs-demo.log', 'utf8'))![0]
  const { cookie } = await acceptLink(url, link, { name: 'Ada Byron', email: 'ada@example.com' })
  writeFileSync(file, cookie)
}
const cookie = readFileSync(file, 'utf8')
const ask = async <D>(address: string): Promise<D | null> => {
  const a = await fetch(`${url}/api${address}`, { headers: { cookie } })
  return a.ok ? ((await a.json()) as { data: D }).data : null
}
const ids = await findRecords(ask)
const P = `/${ids.organization}/${ids.project}`
const [what = '', ...rest] = process.argv.slice(2)
const browser = await launchChromium()
try {
  if (what === 'pic') {
    // pic path size lang theme out [w h]
    for (const spec of rest) {
      const [path = '', size = 'desk', language = 'en', theme = 'light', out = 'x', w, h] = spec.split('|')
      const context = await openWindow(browser, url, {
        size: size as 'desk',
        language: language as 'en',
        theme: theme as 'light',
        cookie,
      })
      const page = await context.newPage()
      if (w) await page.setViewportSize({ width: Number(w), height: Number(h) })
      page.on(
        'console',
        (m) =>
          m.type() === 'error' &&
          Promise.all(m.args().map((a) => a.jsonValue().catch(() => ''))).then((args) =>
            console.log(path, ...args.map((a) => String(a).slice(0, 150))),
          ),
      )
      const address = path
        .replace('P', P)
        .replace('O', `/${ids.organization}`)
        .replace('{campaign}', ids.records['campaigns'] ?? '')
        .replace('{call}', ids.records['calls'] ?? '')
        .replace('{conversation}', ids.records['conversations'] ?? '')
      await openSettled(page, `${url}/app${address}`)
      await page.waitForTimeout(300)
      await page.screenshot({ path: `/tmp/jobs-s/${out}.png`, fullPage: !w })
      await context.close()
    }
  }
  if (what === 'aria') {
    for (const path of rest) {
      const context = await openWindow(browser, url, { cookie })
      const page = await context.newPage()
      await openSettled(
        page,
        `${url}/app${path
          .replace('P', P)
          .replace('{campaign}', ids.records['campaigns'] ?? '')
          .replace('{call}', ids.records['calls'] ?? '')}`,
      )
      console.log('=====', path)
      console.log(await page.locator('body').ariaSnapshot())
      await context.close()
    }
  }
} finally {
  await browser.close()
}
