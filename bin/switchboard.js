#!/usr/bin/env node
// Starts the program from any Node.js version, with the Node that `npm ci` installs, which runs TypeScript.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

const pathTo = (file) => fileURLToPath(new URL(`../${file}`, import.meta.url))
const main = pathTo('src/cli/main.ts')
const bundled = pathTo('node_modules/.bin/node')
// Turns off what gives wrong numbers (docs/adr/2026-11-23-compiler-fault.md), and collects garbage before it piles up
// (docs/adr/2026-11-24-garbage.md).
const v8Flags = JSON.parse(readFileSync(pathTo('bin/v8-flags.json'), 'utf8'))

// npm writes this file last, so without it the installation is incomplete.
if (!existsSync(pathTo('node_modules/.package-lock.json'))) {
  console.error('switchboard: run `npm ci` in the project folder first, and wait until it has ended')
  process.exitCode = 1
} else if (Number(process.versions.node.split('.')[0]) >= 26) {
  for (const flag of v8Flags) setFlagsFromString(flag)
  await import(main)
} else if (!existsSync(bundled)) {
  console.error(`switchboard: no Node 26 comes with npm for ${process.platform} ${process.arch}: install it`)
  process.exitCode = 1
} else {
  // The fourth is a channel that closes when this process ends in any way; the program ends then (src/cli/main.ts).
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  // Compiled modules are cached beside the packages, so that a command starts in about half the time.
  const env = { NODE_COMPILE_CACHE: pathTo('node_modules/.cache/compiled'), ...process.env }
  const child = spawn(bundled, [...v8Flags, main, ...process.argv.slice(2)], { stdio, env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : (code ?? 1)
  })
}
