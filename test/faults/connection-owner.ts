import { readFileSync, readdirSync, readlinkSync } from 'node:fs'

/** Returns which of the processes has a connection from this loopback port; null if none has. Linux only. */
export function ownerOfPort(port: number, pids: readonly number[]): number | null {
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const inodes = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .flatMap((fields) => (fields[1] === local ? [fields[9]] : []))
  const links = new Set(inodes.map((inode) => `socket:[${inode}]`))
  return pids.find((pid) => filesOf(pid).some((file) => links.has(file))) ?? null
}

/** Returns the open files of a process. Skips files that it closes meanwhile. */
function filesOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`
  try {
    return readdirSync(folder).flatMap((name) => {
      try {
        return [readlinkSync(`${folder}/${name}`)]
      } catch {
        return []
      }
    })
  } catch {
    return []
  }
}
