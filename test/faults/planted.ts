import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { PlantedBug } from './planted-bugs.ts'

/**
 * The text of a file below the root with the change made.
 *
 * @throws where the program has no such place any more, or several.
 */
export function planted({ file, find, replace }: PlantedBug['edits'][number], root: string): string {
  const parts = readFileSync(path.join(root, file), 'utf8').split(find)
  if (parts.length !== 2)
    throw new Error(
      `${file} has the place of a planted bug ${parts.length - 1} times, must be once:\n${find}`,
    )
  return parts.join(replace)
}
