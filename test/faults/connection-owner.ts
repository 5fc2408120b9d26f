import { readFileSync, readdirSync, readlinkSync } from 'node:fs'

/** Which of the processes has a connection from this port of loopback; null where none has. For Linux. */
export function ownerOfPort(port: number, pids: readonly number[]): number | null {
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const inodes = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .flatMap((fields) => (fields[1] === local ? [fields[9]] : []))
  const links = new Set(inodes.map((inode) => `socket:[${inode}]`))
  return pids.find((pid) => filesOf(pid).some((file) => links.has(file))) ?? null
}

/** What a process has open; what it closes meanwhile is passed over. */
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
