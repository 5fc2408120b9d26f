import { fileURLToPath } from 'node:url'

/** Where checks and tests keep compiled modules: beside the packages, like the commands (bin/switchboard.js). */
export const compiledModules = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
