// Moves an organization as `switchboard cells move` does, but waits before each step for a line on standard input:
// node mover.ts ORGANIZATION CELL. Prints the steps, then `moved`, or `fault` with the reason.
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { readConfig } from '../../../src/base/config.ts'
import { createSecretBox } from '../../../src/base/secret-box.ts'
import { selectPlacedByName } from '../../../src/cells/directory/directory-queries.ts'
import { MoveFault } from '../../../src/cells/move/hold-alone.ts'
import { moveOrganization } from '../../../src/cells/move/move-organization.ts'
import { cellNamed, openCell } from '../../../src/cli/cells.ts'
import { openDirectory } from '../../../src/cli/open-directory.ts'
import { loadSecretKey } from '../../../src/cli/secret-key.ts'

const [organization = '', target = ''] = process.argv.slice(2)
const config = readConfig(process.env)
const secretBox = createSecretBox(await loadSecretKey(config))
await using opened = await openDirectory(config)
const { directory } = opened
const placed = (await selectPlacedByName(directory, organization))!
const [from, to] = await Promise.all([cellNamed(directory, placed.cell), cellNamed(directory, target)])
await using source = openCell(secretBox, from)
await using goal = openCell(secretBox, to)
const input = createInterface({ input: process.stdin })
try {
  await moveOrganization({
    directory,
    organization: placed,
    from: { ...from, db: source },
    to: { ...to, db: goal },
    onStep: async (step) => {
      console.log(step)
      await once(input, 'line')
    },
  })
  console.log('moved')
} catch (error) {
  if (!(error instanceof MoveFault)) throw error
  console.log(`fault ${error.message}`)
}
process.exit()
