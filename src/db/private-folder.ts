import { lstat, mkdir } from 'node:fs/promises'

/**
 * Makes a folder that only its owner may enter, or makes sure that the one which is there is such. In a folder that
 * everybody may write to, somebody else may have been there first, to have us talk to a database of theirs.
 *
 * @param owners whom an existing folder may belong to.
 * @throws where it is no folder of these alone; the message says what to do.
 */
export async function ensurePrivateFolder(folder: string, owners: readonly number[]): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(folder)
  const fault = !found.isDirectory()
    ? 'is a link or file, not a folder'
    : !owners.includes(found.uid)
      ? 'belongs to another user'
      : (found.mode & 0o077) !== 0
        ? 'is open to other users'
        : null
  if (fault !== null)
    throw new UnsafeFolder(`${folder} ${fault}: remove it, or set DATA_DIR to a shorter path`)
}

/** A folder that ought to be private, and isn't. */
export class UnsafeFolder extends Error {
  override name = 'UnsafeFolder'
}
