import { lstat, mkdir } from 'node:fs/promises'

/** Rights that only other users have. */
const rightsOfOthers = 0o077

/**
 * Makes a folder that only its owner may enter, or makes sure that the one which is there is such. In a folder that
 * everybody may write to, somebody else may have been there first, to have us talk to a database of theirs.
 *
 * @param owners whom an existing folder may belong to.
 * @param instead what to do where the folder can't be used, beside removing it.
 * @throws {UnsafeFolder} where it is no folder of these alone; the message says what to do.
 */
export async function ensurePrivateFolder(
  folder: string,
  owners: readonly number[],
  instead = 'set DATA_DIR to a shorter path',
): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(folder)
  const fault = !found.isDirectory()
    ? 'is a link or file, not a folder'
    : !owners.includes(found.uid)
      ? 'belongs to another user'
      : (found.mode & rightsOfOthers) !== 0
        ? 'is open to other users'
        : null
  if (fault !== null) throw new UnsafeFolder(`${folder} ${fault}: remove it, or ${instead}`)
}

/**
 * Makes sure that other users have no right to a file or folder that is there.
 *
 * @throws {UnsafeFolder} where they have; the message is the command that takes it from them.
 */
export async function assertPrivate(place: string): Promise<void> {
  const fault = faultOfMode(place, await lstat(place))
  if (fault !== null) throw new UnsafeFolder(fault)
}

/** Returns what is wrong with the mode of a private file or folder, and the command that mends it; null if nothing. */
export function faultOfMode(place: string, found: { mode: number; isDirectory(): boolean }): string | null {
  if ((found.mode & rightsOfOthers) === 0) return null
  const mode = (found.mode & 0o777).toString(8)
  return `${place} is open to other users (mode ${mode}): run chmod ${found.isDirectory() ? 700 : 600} ${shellWord(place)}`
}

/** Returns the text as one word of a shell's command line. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** A file or folder that ought to be private, and isn't. */
export class UnsafeFolder extends Error {
  override name = 'UnsafeFolder'
}
