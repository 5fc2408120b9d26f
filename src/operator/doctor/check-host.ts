import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { faultOfMode, shellWord } from '../../base/private-folder.ts'
import { fail, ok, warn } from './check.ts'
import type { Finding } from './check.ts'

const privatePlaces = ['secret.key', 'demo.key', 'postgres', 'run', 'chromium']
const rightToWriteOfOthers = 0o022
const answerMs = 5_000

/** Checks that no other user may write the data folder, or read its private files. */
export async function checkFolders(dataDir: string): Promise<Finding[]> {
  const stat = (place: string) => lstat(place).catch(() => null)
  const folder = await stat(dataDir)
  if (folder === null) return [ok('folders', `${dataDir} is not there yet`)]
  const findings: Finding[] = []
  if ((folder.mode & rightToWriteOfOthers) !== 0)
    findings.push(
      fail('folders', `other users may write to ${dataDir}`, `run chmod go-w ${shellWord(dataDir)}`),
    )
  for (const name of privatePlaces) {
    const place = path.join(dataDir, name)
    const found = await stat(place)
    const [fault, mend = ''] = (found === null ? null : faultOfMode(place, found))?.split(': ') ?? []
    if (fault !== undefined) findings.push(fail('folders', fault, mend))
  }
  return findings.length > 0
    ? findings
    : [ok('folders', `only this user may read what is private in ${dataDir}`)]
}

/** Checks that the service answers at the address that providers call back. */
export async function checkPublicAddress(publicUrl: string | null): Promise<Finding> {
  const check = 'public address'
  if (publicUrl === null)
    return warn(check, 'PUBLIC_URL is not set', 'set it to the address that leads providers to this service')
  const mend = 'start the service, and see that PUBLIC_URL leads to its PORT'
  try {
    const response = await fetch(`${publicUrl}/healthz`, {
      signal: AbortSignal.timeout(answerMs),
      redirect: 'manual',
    })
    // A website may answer every address with 200.
    const isService = /"message":\s*"Alive"/.test(await response.text())
    if (response.status === 200 && isService) return ok(check, `${publicUrl} answers`)
    const what = response.status === 200 ? 'with something else than this service' : `with ${response.status}`
    return fail(check, `${publicUrl}/healthz answers ${what}`, mend)
  } catch {
    return fail(check, `${publicUrl} does not answer within ${answerMs / 1000} s`, mend)
  }
}
