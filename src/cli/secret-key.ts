import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../base/config.ts'
import { assertPrivate } from '../base/private-folder.ts'
import { CommandFault } from './output.ts'

/**
 * Loads the key that encrypts stored secrets: `SECRET_KEY`, else the key file in `DATA_DIR`, which the first start
 * makes. Several machines on one `DATABASE_URL` need the same key, so there it must be set.
 */
export async function loadSecretKey(config: Config): Promise<Buffer> {
  if (config.secretKey !== null) return config.secretKey
  const file = path.join(config.dataDir, 'secret.key')
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  // `wx` fails if the file exists, also when another process makes it at this moment.
  await writeFile(file, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 }).catch(
    (error: Error) => {
      if (!('code' in error && error.code === 'EEXIST')) throw error
    },
  )
  await assertPrivate(file)
  const key = Buffer.from(await readFile(file, 'utf8'), 'base64')
  if (key.length !== 32) throw new CommandFault(`${file} must hold 32 bytes in base64`)
  return key
}
