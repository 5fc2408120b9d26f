import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { PlantedBug } from './planted-bugs.ts'

/**
 * Returns the text of a file below the root with the bug planted.
 *
 * @throws if the program does not have the place exactly once.
 */
export function planted({ file, find, replace }: PlantedBug['edits'][number], root: string): string {
  const parts = readFileSync(path.join(root, file), 'utf8').split(find)
  if (parts.length !== 2)
    throw new Error(
      `${file} has the place of a planted bug ${parts.length - 1} times, must be once:\n${find}`,
    )
  return parts.join(replace)
}
