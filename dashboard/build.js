// Builds the dashboard into dashboard/dist, with Brotli and gzip copies beside each file: node dashboard/build.js
// Plain JavaScript for any Node from 20 on, because `npm ci` runs it where the Node of the packages may be missing.
import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Smaller files fit in one packet anyway. */
const compressedBytesMin = 600
const compressible = /\.(?:js|css|html|svg|json)$/

const configFile = path.join(import.meta.dirname, 'vite.config.ts')
const dist = path.join(import.meta.dirname, 'dist')

const vite = await import('vite').catch((error) => {
  if (error.code === 'ERR_MODULE_NOT_FOUND') return null
  throw error
})
if (vite === null)
  console.log(
    'switchboard: the dashboard is not built, because the development packages are not installed. The service runs ' +
      'without it. To build it, run `npm ci --include=dev`.',
  )
else {
  const begun = performance.now()
  await vite.build({ configFile, logLevel: 'warn' })
  const files = await readdir(dist, { recursive: true })
  await Promise.all(files.filter((file) => compressible.test(file)).map((file) => compress(file)))
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  console.log(`switchboard: built the dashboard into dashboard/dist in ${seconds} s`)
}

async function compress(file) {
  const place = path.join(dist, file)
  const bytes = await readFile(place)
  if (bytes.length < compressedBytesMin) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 10,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  await writeFile(`${place}.br`, await promisify(brotliCompress)(bytes, { params }))
  await writeFile(`${place}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}
