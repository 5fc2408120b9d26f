import { lstat, mkdir } from 'node:fs/promises'

/** The mode bits of users other than the owner. */
const rightsOfOthers = 0o077

/**
 * Creates a folder that only its owner may enter, or checks that an existing one is like that. In a folder that
 * everybody may write to, somebody else may have created it first, to make the service talk to another database.
 *
 * @param owners users to whom an existing folder may belong.
 * @param instead what the user can do about an unusable folder other than remove it.
 * @throws {UnsafeFolder} when it is not a private folder of these users; the message says what to do.
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
 * Checks that other users have no rights to an existing file or folder.
 *
 * @throws {UnsafeFolder} when they have; the message has the command that removes the rights.
 */
export async function assertPrivate(place: string): Promise<void> {
  const fault = faultOfMode(place, await lstat(place))
  if (fault !== null) throw new UnsafeFolder(fault)
}

/** Returns what is wrong with the mode of a private file or folder and the command that fixes it, or null. */
export function faultOfMode(place: string, found: { mode: number; isDirectory(): boolean }): string | null {
  if ((found.mode & rightsOfOthers) === 0) return null
  const mode = (found.mode & 0o777).toString(8)
  return `${place} is open to other users (mode ${mode}): run chmod ${found.isDirectory() ? 700 : 600} ${shellWord(place)}`
}

/** Quotes the text as one word of a shell command. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** A file or folder should be private, but is not. */
export class UnsafeFolder extends Error {
  override name = 'UnsafeFolder'
}
