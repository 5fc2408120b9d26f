import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

/**
 * Returns the addresses that the machine itself knows for a name: those of its hosts file, else loopback for
 * `localhost` and names below it; none if it knows none. A file that can't be read counts as empty.
 */
export async function hostsAddresses(hostname: string, hostsFile: string): Promise<string[]> {
  const name = hostname.toLowerCase()
  const listed = addressesIn(await readOrEmpty(hostsFile), name)
  if (listed.length > 0) return listed
  return name === 'localhost' || name.endsWith('.localhost') ? ['127.0.0.1', '::1'] : []
}

async function readOrEmpty(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).toLowerCase()
  } catch {
    return ''
  }
}

/** Returns the addresses of a name in a hosts file. Each line is an address and its names; a `#` begins a comment. */
function addressesIn(text: string, name: string): string[] {
  if (!text.includes(name)) return []
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    return isIP(address) !== 0 && names.includes(name) ? [address] : []
  })
}
