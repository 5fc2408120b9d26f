import { fileURLToPath } from 'node:url'

/** Where all runs of this clone keep the npm package's Chromium. Unpacking it takes some 5 s of processor time. */
export const chromiumFolder = fileURLToPath(
  new URL('../../node_modules/.cache/switchboard-chromium', import.meta.url),
)
