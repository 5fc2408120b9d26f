#!/usr/bin/env node
// The door for any Node.js: hands over to the Node that this project brings (npm package `node`), which runs TypeScript.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))
const bundled = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url))

if (Number(process.versions.node.split('.')[0]) >= 26) {
  await import(main)
} else if (!existsSync(bundled)) {
  console.error('switchboard: Node 26 is missing. Run `npm ci` in the project folder first.')
  process.exitCode = 1
} else {
  // The fourth is a line that breaks when this process ends, however it does: the program ends with it (src/cli/main.ts).
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  // Compiled modules are kept beside the packages: a command starts in about half the time.
  const compiled = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
  const env = { NODE_COMPILE_CACHE: compiled, ...process.env }
  const child = spawn(bundled, [main, ...process.argv.slice(2)], { stdio, env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : (code ?? 1)
  })
}
