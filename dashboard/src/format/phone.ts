/** Countries whose numbers are grouped here; the rest is grouped by threes, which every reader can follow. */
const groups: readonly [prefix: string, sizes: readonly number[]][] = [
  ['+1', [3, 3, 4]],
  ['+44', [4, 6]],
  ['+33', [1, 2, 2, 2, 2]],
  ['+34', [3, 3, 3]],
  ['+49', [3, 4, 4]],
]
const twoDigits = /^\+(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/** "+1 212 555 0143": a number in E.164 with spaces. Anything else is shown as it is. */
export function formatPhone(number: string): string {
  if (!/^\+\d{7,15}$/.test(number)) return number
  const known = groups.find(([prefix]) => number.startsWith(prefix))
  const prefix = known?.[0] ?? twoDigits.exec(number)?.[0] ?? number.slice(0, 4)
  let rest = number.slice(prefix.length)
  const parts = [prefix]
  for (const size of known?.[1] ?? []) {
    if (rest.length <= size) break
    parts.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  if (known === undefined)
    while (rest.length > 4) {
      parts.push(rest.slice(0, 3))
      rest = rest.slice(3)
    }
  return [...parts, rest].filter((part) => part !== '').join(' ')
}
